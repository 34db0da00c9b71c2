import type { TrackPackets } from './packet-log.ts'
import { type Ratio, ratioNear, valueOf } from './ratio.ts'
import type { FrameTiming } from './source-facts.ts'

/** Rates that cameras, editors and televisions make, tried after what the file itself says. */
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

/** Time stamps of a container are rounded (Matroska: to a millisecond), so a picture may lie this part of a frame off its place. */
const tolerance = 0.4
const fastestRate = 1000

export function readFrameTiming(packets: TrackPackets, said: readonly (Ratio | undefined)[]): FrameTiming {
  const known = packets.times.map((time, position) => ({ time, position })).filter(({ time }) => !Number.isNaN(time))
  const inOrder = known.map(({ time }) => time).sort((a, b) => a - b)
  const first = inOrder[0] ?? 0
  const last = inOrder.at(-1) ?? 0
  const named = said.filter((rate) => rate !== undefined && valueOf(rate) <= fastestRate)
  const exact = [...named, ...usualRates].find((rate) => rate !== undefined && fits(inOrder, rate))
  const mean = inOrder.length > 1 && last > first ? (inOrder.length - 1) / (last - first) : named[0] ? valueOf(named[0]) : 25
  const rate = exact ?? ratioNear(Math.min(mean, fastestRate))
  const lastPosition = known.reduce((best, entry) => (entry.time >= (packets.times[best] ?? Number.NEGATIVE_INFINITY) ? entry.position : best), 0)
  const lastFrameSeconds = packets.durations[lastPosition] || 1 / valueOf(rate)
  const keyFrames = packets.keys.map((position) => packets.times[position] ?? 0)
  return {
    frames: packets.times.length,
    start: first,
    end: last + lastFrameSeconds,
    lastFrameSeconds,
    rate,
    constant: exact !== undefined,
    keyFrames,
    longestGop: longestGop(keyFrames, last + lastFrameSeconds),
    openGop: hasLeadingPictures(packets),
    trimmed: packets.hidden > 0,
    bytes: packets.bytes,
    untidyTimes: packets.missingTimes || inOrder.some((time, at) => at > 0 && time === inOrder[at - 1]),
  }
}

function fits(inOrder: readonly number[], rate: Ratio): boolean {
  const frame = rate.den / rate.num
  const first = inOrder[0] ?? 0
  return inOrder.every((time, at) => Math.abs(time - first - at * frame) < tolerance * frame)
}

function longestGop(keyFrames: readonly number[], end: number): number {
  let longest = 0
  keyFrames.forEach((time, at) => {
    longest = Math.max(longest, (keyFrames[at + 1] ?? end) - time)
  })
  return longest
}

function hasLeadingPictures(packets: TrackPackets): boolean {
  const keys = new Set(packets.keys)
  let keyTime = Number.NEGATIVE_INFINITY
  return packets.times.some((time, position) => {
    if (keys.has(position)) keyTime = time
    return time < keyTime
  })
}
