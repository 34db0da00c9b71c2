import type { TrackPackets } from './packet-log.ts'
import { type Ratio, ratioNear, toNumber } from './ratio.ts'
import type { FrameTiming } from './source-facts.ts'
import { findSplitPoints } from './split-points.ts'

/** Common rates, tried after those that the file names. */
const usualRates: readonly Ratio[] = [
  { num: 24000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30000, den: 1001 },
  { num: 30, den: 1 },
  { num: 50, den: 1 },
  { num: 60000, den: 1001 },
  { num: 60, den: 1 },
]

/** Containers round timestamps (Matroska: to a millisecond), so a frame may be off its grid position by this share of a frame. */
const tolerance = 0.4
const maxRate = 1000
/** With gaps any time fits a fine enough grid, so only common rates count, and the tolerance is small. */
const maxRateWithHoles = 61
const toleranceWithHoles = 0.1

export function readFrameTiming(packets: TrackPackets, claimedRates: readonly (Ratio | undefined)[]): FrameTiming {
  const named = claimedRates.filter((rate) => rate !== undefined && toNumber(rate) <= maxRate)
  const times = timesOf(packets, named[0])
  const inOrder = times.filter((time) => !Number.isNaN(time)).sort((a, b) => a - b)
  const first = inOrder[0] ?? 0
  const last = inOrder.at(-1) ?? 0
  const candidates = [...named, ...usualRates]
  const exact = candidates.find((rate) => rate !== undefined && fits(inOrder, rate))
  const holed = exact ?? candidates.find((rate) => rate !== undefined && fitsWithHoles(inOrder, rate))
  const mean = inOrder.length > 1 && last > first ? (inOrder.length - 1) / (last - first) : 25
  const rate = holed ?? ratioNear(Math.min(mean, maxRate))
  const known = times.map((time, position) => ({ time, position })).filter(({ time }) => !Number.isNaN(time))
  const lastPosition = known.reduce((best, entry) => (entry.time >= (times[best] ?? Number.NEGATIVE_INFINITY) ? entry.position : best), 0)
  const lastFrameSeconds = packets.durations[lastPosition] || 1 / toNumber(rate)
  const keyFrames = packets.keys.map((position) => times[position] ?? 0)
  const untidyTimes = packets.missingTimes || inOrder.some((time, at) => at > 0 && time === inOrder[at - 1])
  return {
    frames: packets.times.length,
    start: first,
    end: last + lastFrameSeconds,
    lastFrameSeconds,
    rate,
    frameSpacing: exact ? 'constant' : holed ? 'holes' : 'free',
    longestFrame: inOrder.reduce((longest, time, at) => Math.max(longest, at > 0 ? time - (inOrder[at - 1] ?? time) : 0), 0),
    keyFrames,
    splitPoints: untidyTimes ? [] : findSplitPoints(keyFrames, inOrder, exact !== undefined),
    longestGop: longestGop(keyFrames, last + lastFrameSeconds),
    openGop: hasLeadingFrames(packets),
    trimmed: packets.hidden > 0,
    bytes: packets.bytes,
    untidyTimes,
  }
}

/** A raw stream (.h264) has no timestamps; its frames follow each other at the rate it names. */
function timesOf({ times }: TrackPackets, rate: Ratio | undefined): readonly number[] {
  const missing = times.filter(Number.isNaN).length
  if (missing * 2 < times.length) return times
  const frame = 1 / (rate ? toNumber(rate) : 25)
  return times.map((_, at) => at * frame)
}

function fits(inOrder: readonly number[], rate: Ratio): boolean {
  const frame = rate.den / rate.num
  const first = inOrder[0] ?? 0
  return inOrder.every((time, at) => Math.abs(time - first - at * frame) < tolerance * frame)
}

function fitsWithHoles(inOrder: readonly number[], rate: Ratio): boolean {
  if (toNumber(rate) > maxRateWithHoles) return false
  const frame = rate.den / rate.num
  const first = inOrder[0] ?? 0
  let before = -1
  return inOrder.every((time) => {
    const place = Math.round((time - first) / frame)
    const isClose = Math.abs(time - first - place * frame) < toleranceWithHoles * frame && place > before
    before = place
    return isClose
  })
}

function longestGop(keyFrames: readonly number[], end: number): number {
  let longest = 0
  keyFrames.forEach((time, at) => {
    longest = Math.max(longest, (keyFrames[at + 1] ?? end) - time)
  })
  return longest
}

function hasLeadingFrames(packets: TrackPackets): boolean {
  const keys = new Set(packets.keys)
  let keyTime = Number.NEGATIVE_INFINITY
  return packets.times.some((time, position) => {
    if (keys.has(position)) keyTime = time
    return time < keyTime
  })
}
