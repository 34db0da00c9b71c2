import type { SourceFacts } from '../probing/source-facts.ts'
import { maxBitrate, usualShareOfCap } from './bitrate.ts'
import type { Rung } from './ladder.ts'
import type { MachineFacts } from './machine.ts'
import type { Timeline } from './timeline.ts'

/** CPU nanoseconds for one pixel, measured on two cores of a cloud machine; forecasts only: what a machine really takes is learned from its jobs. */
const decodeCost: Record<string, number> = { h264: 3.5, hevc: 5.5, vp9: 4.5, vp8: 3.5, av1: 5.5, prores: 7, mjpeg: 4.5 }
const otherDecodeCost = 3.5
const toneMapCost = 60

const pixels = (size: { width: number; height: number }): number => size.width * size.height

/** CPU seconds to decode the source once, with what is done to every picture before the rungs part. */
export function decodeSeconds(facts: SourceFacts, top: Rung | undefined): number {
  const { video } = facts
  const mapped = video.colour.range === 'sdr' || !top ? 0 : pixels(top.size) * toneMapCost
  return (video.frames * (pixels(video.stored) * (decodeCost[video.codec] ?? otherDecodeCost) + mapped)) / 1e9
}

/** How much one bit says about the pictures, against MPEG-4 part 2 of a camera. */
const bitWorth: Record<string, number> = { mpeg4: 1, h264: 6, hevc: 8, vp8: 4, vp9: 6.5, av1: 9 }
const plainPicture = 6.2
const richPicture = 16.5
const usualRichness = 0.8
const mostRichness = 1.2
/** To make one pixel of the source smaller. */
const scaleCost = 1.1
/** For each picture of each rung, whatever its size. */
const pictureSeconds = 0.001
/** What an encoder's first pictures cost more, for each of their pixels: the memory it works in is new. */
const warmUpCost = 110

/** Rich pictures take three times as long to encode as plain ones, and the bits of the source tell which they are. */
function encodeCost({ video }: SourceFacts): number {
  const worth = bitWorth[video.codec]
  const bits = (video.bytes * 8) / Math.max(1, video.frames * pixels(video.stored))
  const richness = worth === undefined ? usualRichness : Math.min(mostRichness, bits * worth)
  return plainPicture + richPicture * richness ** 2
}

export function encodeSeconds(rung: Rung, timeline: Timeline, facts: SourceFacts): number {
  const own = pixels(rung.size)
  const whole = pixels(facts.video.stored)
  const scaled = own < whole ? whole * scaleCost : 0
  return timeline.frames * (pictureSeconds + (own * encodeCost(facts) + scaled) / 1e9) + warmUpSeconds(rung)
}

const warmUpSeconds = (rung: Rung): number => (pixels(rung.size) * warmUpCost) / 1e9

type MadeRung = Rung & { action: 'copy' | 'encode' }

/** CPU seconds that encoders take more for their first pictures than for others. */
export const warmUpOf = (rungs: readonly MadeRung[]): number =>
  rungs.reduce((sum, rung) => sum + (rung.action === 'encode' ? warmUpSeconds(rung) : 0), 0)

/** What each step of a job takes by the clock, in seconds: the pass on all cores, the others on one. */
export interface StepSeconds {
  start: number
  pass: number
  /** Of the pass, what the first pictures cost more than the others. */
  warm: number
  preview: number
  check: number
}

/** Stills, preview and checks, in CPU seconds, beside the pass. */
export const smallWorkSeconds = 0.6

/** CPU seconds a machine gives in one by the clock, when it has nothing else to do. */
export const cpuPerSecond = ({ cores }: MachineFacts): number => Math.max(1, cores * 0.9)

export const clockSeconds = (cpuSeconds: number, machine: MachineFacts): number =>
  (cpuSeconds * (machine.encodingSpeed ?? 1)) / cpuPerSecond(machine)

interface PlannedWork {
  expectedCpuSeconds: number
  machine: MachineFacts
  rungs: readonly MadeRung[]
}

export function stepSeconds({ expectedCpuSeconds, machine, rungs }: PlannedWork): StepSeconds {
  const { encodingSpeed = 1 } = machine
  return {
    start: 0.3 * encodingSpeed,
    pass: clockSeconds(Math.max(0.2, expectedCpuSeconds - smallWorkSeconds), machine),
    warm: clockSeconds(warmUpOf(rungs), machine),
    preview: 0.3 * encodingSpeed,
    check: 0.03 * rungs.length * encodingSpeed,
  }
}

/** What a job says about its machine: CPU seconds it took for each that was planned. */
export const encodingSpeedOf = ({ expectedCpuSeconds }: PlannedWork, cpuSeconds: number): number => cpuSeconds / expectedCpuSeconds

export const encodedBytes = (rung: Rung, timeline: Timeline, seconds: number): number =>
  Math.round((maxBitrate(rung.size, timeline.rate) * usualShareOfCap * seconds) / 8)
