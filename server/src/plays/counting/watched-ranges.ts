import { playRules } from '@video-forge/contract/rules/play-rules'

export type Range = readonly [from: number, to: number]

/** The ranges within the video, in order and up to a total length. What goes beyond it was not watched. */
export function plausibleRanges(
  ranges: readonly Range[],
  duration: number | null,
  maxSeconds: number,
): { ranges: Range[]; seconds: number } {
  const end = duration ?? Number.POSITIVE_INFINITY
  const plausible: Range[] = []
  let seconds = 0
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const length = Math.min(Math.min(to, end) - from, maxSeconds - seconds)
    if (length <= 0) continue
    plausible.push([from, from + length])
    seconds += length
  }
  return { ranges: plausible, seconds }
}

/** The hundredths of the video whose middle lies in a range, as bits. */
export function reachedParts(ranges: readonly Range[], duration: number | null): bigint {
  let reached = 0n
  if (!duration) return reached
  const { retentionParts } = playRules
  for (const [from, to] of ranges) {
    const first = Math.max(0, Math.ceil((from / duration) * retentionParts - 0.5))
    const end = Math.min(retentionParts, Math.ceil((to / duration) * retentionParts - 0.5))
    if (end > first) reached |= ((1n << BigInt(end - first)) - 1n) << BigInt(first)
  }
  return reached
}

/** The positions of the set bits. Most reports reach nothing new. */
export function partsIn(bits: bigint): number[] {
  const parts: number[] = []
  for (let rest = bits, part = 0; rest !== 0n; rest >>= 1n, part += 1) if (rest & 1n) parts.push(part)
  return parts
}
