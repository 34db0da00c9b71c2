import type { ListedQuality } from '../source/live/select-level.ts'

/** Seconds from the start that can be played in some quality; undefined if nothing is missing, or nothing is encoded yet. */
export function encodedSeconds(qualities: readonly ListedQuality[]): number | undefined {
  const reaches = qualities.filter(({ quality }) => quality !== 'original').map(({ playableSeconds }) => playableSeconds)
  const growing = reaches.filter((seconds) => seconds !== null)
  return growing.length > 0 && growing.length === reaches.length ? Math.max(...growing) : undefined
}
