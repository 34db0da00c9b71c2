import { maxBitrate, usualShareOfCap } from './bitrate.ts'
import type { Rung } from './ladder.ts'
import type { SourceFacts } from './source-facts.ts'
import type { Timeline } from './timeline.ts'

/** CPU nanoseconds for one pixel, measured on two cores of a cloud machine; forecasts only, so a factor of two off harms nobody. */
const decodeCost: Record<string, number> = { h264: 4, hevc: 6, vp9: 5, vp8: 4, av1: 6, prores: 8, mjpeg: 5 }
const otherDecodeCost = 4
const encodeCost = 22
const toneMapCost = 60

const pixels = (size: { width: number; height: number }): number => size.width * size.height

/** CPU seconds to decode the source once, with what is done to every picture before the rungs part. */
export function decodeSeconds(facts: SourceFacts, top: Rung | undefined): number {
  const { video } = facts
  const mapped = video.colour.range === 'sdr' || !top ? 0 : pixels(top.size) * toneMapCost
  return (video.frames * (pixels(video.stored) * (decodeCost[video.codec] ?? otherDecodeCost) + mapped)) / 1e9
}

export const encodeSeconds = (rung: Rung, timeline: Timeline): number => (timeline.frames * pixels(rung.size) * encodeCost) / 1e9

export const encodedBytes = (rung: Rung, timeline: Timeline, seconds: number): number =>
  Math.round((maxBitrate(rung.size, timeline.rate) * usualShareOfCap * seconds) / 8)
