import { levelForSize } from '../level-for-size.ts'

interface RatedLevel {
  width: number
  height: number
  /** Bits per second. */
  bitrate: number
}

/** Used while nothing is known of the connection, in bits per second. */
const usualBandwidth = 3_000_000
/** What a level may take of the connection when playback starts. */
const usableShare = 0.7

/** The bandwidth to start with: what was measured last, but no more than the browser estimates now. */
export function estimateBandwidth(remembered: number | null, downlinkMbit: number | undefined): number {
  const estimated = downlinkMbit && downlinkMbit > 0 ? downlinkMbit * 1_000_000 : undefined
  return Math.min(remembered ?? estimated ?? usualBandwidth, estimated ?? Number.POSITIVE_INFINITY)
}

/** The highest level that is worth loading for a picture of this size, in device pixels. */
export const highestLevel = (levels: readonly RatedLevel[], size: { width: number; height: number }): number =>
  levelForSize(levels, size.width, size.height)

/** The level to start with. Levels are ordered from the smallest to the largest. */
export function startLevel(levels: readonly RatedLevel[], cap: number, bandwidth: number): number {
  const fitting = levels.findLastIndex(({ bitrate }, index) => index <= cap && bitrate <= bandwidth * usableShare)
  return Math.max(0, fitting)
}
