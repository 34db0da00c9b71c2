import type { SourceFacts } from '../probing/source-facts.ts'
import { maxBitrate, usualShareOfCap } from './bitrate.ts'
import type { Rung } from './ladder.ts'
import type { MachineFacts } from './machine.ts'
import type { Timeline } from './timeline.ts'

/** CPU nanoseconds per pixel, measured on two cores of a cloud machine. For forecasts only; real speed is learned from finished jobs. */
const decodeCost = new Map(Object.entries({ h264: 3.5, hevc: 5.5, vp9: 4.5, vp8: 3.5, av1: 5.5, prores: 7, mjpeg: 4.5 }))
const otherDecodeCost = 3.5
const toneMapCost = 60

const pixels = (size: { width: number; height: number }): number => size.width * size.height

/** CPU seconds to decode the source once, including tone mapping before the rungs branch off. */
export function decodeSeconds(facts: SourceFacts, top: Rung | undefined): number {
  const { video } = facts
  const mapped = video.colour.range === 'sdr' || !top ? 0 : pixels(top.size) * toneMapCost
  return (video.frames * (pixels(video.stored) * (decodeCost.get(video.codec) ?? otherDecodeCost) + mapped)) / 1e9
}

/** How much detail one bit holds, relative to MPEG-4 part 2 from a camera. */
const bitWorth = new Map(Object.entries({ mpeg4: 1, h264: 6, hevc: 8, vp8: 4, vp9: 6.5, av1: 9 }))
const sourceDetail = { usual: 0.8, max: 1.2 } as const
/** CPU nanoseconds per pixel. */
const costPerPixel = {
  simpleFrame: 6.2,
  /** Grows with the square of the detail. */
  detail: 16.5,
  /** Scaling, per pixel of the source. */
  scale: 1.1,
  /** Extra cost of an encoder's first frames, while it touches its memory for the first time. */
  warmUp: 110,
} as const
/** Per frame and rung, whatever its size. */
const frameSeconds = 0.001

/** Detailed video takes three times as long to encode as simple video; the bitrate of the source shows which it is. */
function encodeCost({ video }: SourceFacts): number {
  const worth = bitWorth.get(video.codec)
  const bits = (video.bytes * 8) / Math.max(1, video.frames * pixels(video.stored))
  const detail = worth === undefined ? sourceDetail.usual : Math.min(sourceDetail.max, bits * worth)
  return costPerPixel.simpleFrame + costPerPixel.detail * detail ** 2
}

export function encodeSeconds(rung: Rung, timeline: Timeline, facts: SourceFacts): number {
  const own = pixels(rung.size)
  const whole = pixels(facts.video.stored)
  const scaled = own < whole ? whole * costPerPixel.scale : 0
  return timeline.frames * (frameSeconds + (own * encodeCost(facts) + scaled) / 1e9) + warmUpSeconds(rung)
}

const warmUpSeconds = (rung: Rung): number => (pixels(rung.size) * costPerPixel.warmUp) / 1e9

type MadeRung = Rung & { action: 'copy' | 'encode' }

/** Extra CPU seconds of all encoders for their first frames. */
export const warmUpOf = (rungs: readonly MadeRung[]): number =>
  rungs.reduce((sum, rung) => sum + (rung.action === 'encode' ? warmUpSeconds(rung) : 0), 0)

/** Wall-clock seconds of each step of a job: the pass runs on all cores, the others on one. */
export interface StepSeconds {
  start: number
  pass: number
  /** Part of `pass`: the extra cost of the first frames. */
  warm: number
  preview: number
  check: number
}

/** CPU seconds of thumbnails, preview and checks after the pass. */
export const smallWorkSeconds = 0.6

/** CPU seconds that an idle machine delivers per wall-clock second. */
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

/** CPU seconds that a job took for each planned one. */
export const encodingSpeedOf = ({ expectedCpuSeconds }: PlannedWork, cpuSeconds: number): number => cpuSeconds / expectedCpuSeconds

export const encodedBytes = (rung: Rung, timeline: Timeline, seconds: number): number =>
  Math.round((maxBitrate(rung.size, timeline.rate) * usualShareOfCap * seconds) / 8)
