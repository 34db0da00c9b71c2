import type { Quality } from '@video-forge/contract/rules/video-rules'
import type { Choice } from '../../controls/quality-names.ts'
import { isWhole } from '../is-whole.ts'
import { type Level, levelForSize } from '../level-for-size.ts'

/** A quality as the server lists it. */
export interface ListedQuality {
  quality: Quality
  resolution: string | null
  playableSeconds: number | null
}

interface Situation {
  levels: readonly (Level & { bitrate: number })[]
  /** Bits per second of the connection, as far as it is known. */
  bandwidth: number
  qualities: readonly ListedQuality[]
  choice: Choice
  /** The position that plays. */
  seconds: number
  /** The end of what is loaded from there on: the next chunk starts here. */
  loadedUntil: number
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

/** A level is entered when it is encoded this far past what is loaded, and this far past the position if others are further. */
const enterSeconds = 4
const leadSeconds = 20
/** It is left when it ends this close to the position. */
const leaveSeconds = 8
/** Levels of the same pass are stored one after the other, so one that is this little behind is as good as the furthest. */
const sameSeconds = 4

/** The share of the connection that a level may take to be entered, and to be kept. */
const bandwidthShare = { enter: 0.7, keep: 0.95 } as const

/** The index of the level with a resolution; -1 if there is none. */
const levelAt = (levels: readonly Level[], resolution: string | null): number =>
  levels.findIndex(({ width, height }) => `${width}x${height}` === resolution)

/** How far each level is encoded, in seconds. */
function reachesOf({ levels, qualities, duration }: Situation): ReadonlyMap<number, number> {
  const reaches = new Map<number, number>()
  for (const { quality, resolution, playableSeconds } of qualities) {
    // The original is a file of its own. It may have the size of a level that is still being encoded.
    const level = quality === 'original' ? -1 : levelAt(levels, resolution)
    if (level < 0 || playableSeconds === 0) continue
    reaches.set(level, playableSeconds === null || isWhole(playableSeconds, duration) ? Number.POSITIVE_INFINITY : playableSeconds)
  }
  return reaches
}

const carries = ({ levels, bandwidth, used }: Situation, level: number): boolean =>
  (levels[level]?.bitrate ?? Number.POSITIVE_INFINITY) <= bandwidth * bandwidthShare[level === used ? 'keep' : 'enter']

/**
 * A copied level is complete before those below it are. It does not count where the connection does not carry it, one below fills the
 * picture or a smaller one was chosen: the others would have to catch up with it first.
 */
function withoutUnfit(situation: Situation, reaches: readonly [number, number][]): readonly [number, number][] {
  const { levels, loadedUntil, width, height } = situation
  const wanted = wantedLevel(situation)
  const hasNext = (reach: number): boolean => reach >= loadedUntil + enterSeconds
  if (reaches.some(([level, reach]) => level <= wanted && hasNext(reach))) return reaches.filter(([level]) => level <= wanted)
  const growing = reaches.filter(([, reach]) => Number.isFinite(reach) && hasNext(reach)).map(([level]) => level)
  const largest = levelForSize(levels, width, height)
  return reaches.filter(([level, reach]) => {
    const below = growing.filter((one) => one < level)
    return Number.isFinite(reach) || below.length === 0 || (carries(situation, level) && below.every((one) => one < largest))
  })
}

/** The level of the chosen quality; -1 if none was chosen, or the server does not list it. */
const wantedLevel = ({ levels, qualities, choice }: Situation): number =>
  levelAt(levels, qualities.find(({ quality }) => quality === choice)?.resolution ?? null)

/**
 * The levels that may be loaded next. From a level without a next chunk the library would load its last one, into the middle of what is
 * loaded already. If no level has a next chunk, those that are furthest will have it first.
 */
function usableLevels(situation: Situation): Set<number> {
  const { seconds, loadedUntil, used } = situation
  const reaches = withoutUnfit(situation, Array.from(reachesOf(situation)))
  const furthest = Math.max(...reaches.map(([, reach]) => reach))
  const keepsUp = (reach: number) => reach >= furthest - sameSeconds
  const usable = reaches.filter(
    ([level, reach]) =>
      (keepsUp(reach) || reach >= seconds + (level === used ? leaveSeconds : leadSeconds)) &&
      (level === used || reach >= loadedUntil + enterSeconds),
  )
  const levels = usable.length > 0 ? usable : reaches.filter(([, reach]) => reach === furthest)
  return new Set(levels.map(([level]) => level))
}

/** Which levels a player may load now, so that it neither asks for chunks that do not exist nor stays below what does. */
export function selectLevel(situation: Situation): LevelSelection {
  const { levels, choice } = situation
  const usable = usableLevels(situation)
  const wanted = wantedLevel(situation)
  const isSubstitute = choice !== 'auto' && !usable.has(wanted)
  if (usable.has(wanted)) return { lock: wanted, cap: wanted, isSubstitute }
  let cap = -1
  while (usable.has(cap + 1) && (wanted < 0 || cap < wanted)) cap += 1
  // hls.js can only exclude levels from the top, so a gap below is avoided by a lock.
  const lowest = usable.size > 0 ? Math.min(...usable) : 0
  const largest = levelForSize(levels, situation.width, situation.height)
  const above = choice === 'auto' ? levelAboveGap(situation, usable, { cap, largest }) : undefined
  if (above !== undefined) return { lock: above, cap: above, isSubstitute }
  if (cap < 0) return { lock: lowest, cap: lowest, isSubstitute }
  return { lock: -1, cap: Math.min(cap, largest), isSubstitute }
}

/** A level that is ready before one below it, as a copied one is: the best that the connection carries, and no larger than fills the picture. */
function levelAboveGap(
  situation: Situation,
  usable: ReadonlySet<number>,
  { cap, largest }: { cap: number; largest: number },
): number | undefined {
  const filling = Math.min(...[...usable].filter((level) => level >= largest))
  const above = [...usable].filter((level) => level > cap && level <= filling && carries(situation, level))
  return cap < largest && above.length > 0 ? Math.max(...above) : undefined
}
