import type { Quality } from '@video-forge/contract/rules/video-rules'
import type { Choice } from '../../controls/quality-names.ts'

/** A level of the live stream, as its master playlist describes it. Levels are ordered from the smallest to the largest. */
interface Level {
  width: number
  height: number
}

/** A quality as the server lists it. */
export interface ListedQuality {
  quality: Quality
  resolution: string | null
  playableSeconds: number | null
}

interface Situation {
  levels: readonly Level[]
  qualities: readonly ListedQuality[]
  choice: Choice
  /** The position that plays. */
  seconds: number
  /** Of the whole video; null while unknown. */
  duration: number | null
  /** The index of the level in use; -1 before the first. */
  used: number
  /** The size of the picture on the screen, in device pixels. */
  width: number
  height: number
}

export interface LevelSelection {
  /** The only level that may be loaded; -1 to adapt to the connection. */
  lock: number
  /** The highest level that may be loaded while adapting. */
  cap: number
  /** The chosen quality is not encoded far enough, so another one plays. */
  isSubstitute: boolean
}

/** A level is entered when it is encoded this far past the position, and left when it is closer than the second number. */
const enterSeconds = 10
const leaveSeconds = 6
/** Qualities of the same pass are stored one after the other; none of them is worth leaving for this much. */
const sameSeconds = 4
const endSeconds = 1

/** The index of the level with a resolution; -1 if there is none. */
const levelAt = (levels: readonly Level[], resolution: string | null): number =>
  levels.findIndex(({ width, height }) => `${width}x${height}` === resolution)

/** The lowest level that fills the picture; the highest if none does or the size is unknown. */
function levelForSize(levels: readonly Level[], width: number, height: number): number {
  const fitting = width > 0 && height > 0 ? levels.findIndex((level) => level.width >= width || level.height >= height) : -1
  return fitting < 0 ? levels.length - 1 : fitting
}

/** The levels that can be played from the position on. If none is far enough, those that are furthest. */
function usableLevels({ levels, qualities, seconds, duration, used }: Situation): Set<number> {
  const reaches = new Map<number, number>()
  for (const { quality, resolution, playableSeconds } of qualities) {
    // The original is a file of its own. It may have the size of a level that is still being encoded.
    const level = quality === 'original' ? -1 : levelAt(levels, resolution)
    const isWhole = playableSeconds === null || (duration !== null && playableSeconds >= duration - endSeconds)
    if (level >= 0 && playableSeconds !== 0) reaches.set(level, isWhole ? Number.POSITIVE_INFINITY : playableSeconds)
  }
  const furthest = Math.max(...reaches.values())
  const isUsable = ([level, reach]: [number, number]) =>
    reach >= seconds + (level === used ? leaveSeconds : enterSeconds) || reach >= furthest - sameSeconds
  return new Set(
    Array.from(reaches)
      .filter(isUsable)
      .map(([level]) => level),
  )
}

/** Which levels a player may load now, so that it neither asks for pieces that do not exist nor stays below what does. */
export function selectLevel(situation: Situation): LevelSelection {
  const { levels, qualities, choice } = situation
  const usable = usableLevels(situation)
  const wanted = levelAt(levels, qualities.find(({ quality }) => quality === choice)?.resolution ?? null)
  const isSubstitute = choice !== 'auto' && !usable.has(wanted)
  if (usable.has(wanted)) return { lock: wanted, cap: wanted, isSubstitute }
  let cap = -1
  while (usable.has(cap + 1) && (wanted < 0 || cap < wanted)) cap += 1
  // hls.js can only exclude levels from the top, so a gap below is avoided by a lock.
  const lowest = usable.size > 0 ? Math.min(...usable) : 0
  if (cap < 0) return { lock: lowest, cap: lowest, isSubstitute }
  return { lock: -1, cap: Math.min(cap, levelForSize(levels, situation.width, situation.height)), isSubstitute }
}
