import { toNumber } from '../probing/ratio.ts'
import { decodeSeconds, warmUpOf } from './cost.ts'
import type { Format } from './formats.ts'
import type { RungPlan } from './ladder.ts'
import type { MediaPlan } from './make-plan.ts'

/** A range of the video in ticks of the renditions' clock; the last one has no end. */
export interface Segment {
  from: number
  to: number | undefined
  /** Number of frames. */
  frames: number
  /** The encoded rungs that are made of it; all of them unless given. */
  formats?: readonly Format[] | undefined
}

/** The rungs that are encoded of a segment. */
export const rungsOf = ({ rungs }: Pick<MediaPlan, 'rungs'>, { formats }: Pick<Segment, 'formats'>): RungPlan[] =>
  rungs.filter(({ action, format }) => action === 'encode' && (formats?.includes(format) ?? true))

export const copiedRungs = ({ rungs }: Pick<MediaPlan, 'rungs'>): RungPlan[] => rungs.filter(({ action }) => action === 'copy')

/**
 * Containers in which ffmpeg seeks exactly to a key frame, with the seconds to add to its time: a seek in Matroska goes by decode times.
 */
const seekMargin: Partial<Record<string, number>> = { mp4: 0.01, mov: 0.01, matroska: 0.14, webm: 0.14 }

/** How large parts are, in CPU seconds. */
export interface PartSizes {
  /** A smaller job is finished before other workers would have leased its parts. */
  minToSplit: number
  /** Starting a part costs about .4 seconds. */
  minPart: number
  /** A long last part would keep all other workers waiting. */
  maxPart: number
}

export const usualSizes: PartSizes = { minToSplit: 16, minPart: 8, maxPart: 90 }
/** The number of parts, as far as the sizes allow. */
const targetPartCount = 12
/** A part must cost this many times the warm-up of its encoders, which is expensive for large frames. */
const minWarmUps = 20

const minPartOf = (plan: MediaPlan, made: Pick<Segment, 'formats'>, { minPart }: PartSizes): number =>
  Math.max(minPart, minWarmUps * warmUpOf(rungsOf(plan, made)))

/**
 * How a long video is split so that several workers can encode it, and so that it can be watched meanwhile: first the segments of the format
 * that runs ahead, then those of the others. Undefined if it is encoded in one pass.
 */
export function planSegments(plan: MediaPlan, sizes: PartSizes = usualSizes): Segment[] | undefined {
  if (plan.facts.isUnsplittable) return undefined
  const groups = groupRungs(plan)
  const segments = groups.flatMap((formats) => splitRungs(plan, formats, sizes) ?? [{ ...wholeSegment(plan), formats }])
  return segments.length > 1 || canWatchCopy(plan, sizes) ? segments : undefined
}

/** A copied rung can be watched while the others are encoded, if it is a part of its own. */
const canWatchCopy = (plan: MediaPlan, { minToSplit }: PartSizes): boolean =>
  copiedRungs(plan).length > 0 && rungsOf(plan, {}).length > 0 && plan.expectedCpuSeconds >= minToSplit

/** The formats that are encoded together, in the order in which they are encoded. Undefined stands for all of them. */
function groupRungs({ rungs, ahead }: MediaPlan): (Format[] | undefined)[] {
  if (!ahead) return [undefined]
  const others = rungs.filter(({ action, format }) => action === 'encode' && format !== ahead)
  return [[ahead], others.map(({ format }) => format)]
}

function splitRungs(plan: MediaPlan, formats: Format[] | undefined, sizes: PartSizes): Segment[] | undefined {
  const cpuSeconds = cpuSecondsOf(plan, { formats })
  const minCpuSeconds = Math.max(sizes.minToSplit, 2 * minPartOf(plan, { formats }, sizes))
  if (rungsOf(plan, { formats }).length === 0 || cpuSeconds < minCpuSeconds || !canSeek(plan)) return undefined
  const splitPoints = chooseSplitPoints(plan, { formats }, sizes)
  return splitPoints.length > 0 ? splitAt(plan, splitPoints).map((segment) => ({ ...segment, ...(formats && { formats }) })) : undefined
}

/** Expected CPU seconds for encoding these formats of the whole video. */
export function cpuSecondsOf(plan: MediaPlan, { formats }: Pick<Segment, 'formats'>): number {
  if (!formats) return plan.expectedCpuSeconds
  const own = rungsOf(plan, { formats })
  return own.reduce((sum, rung) => sum + rung.cpuSeconds, decodeSeconds(plan.facts, own[0]))
}

/** The whole video as one segment: the result of a pass, and what is resumed after an interruption. */
export const wholeSegment = ({ timeline }: MediaPlan): Segment => ({ from: 0, to: undefined, frames: timeline.frames })

export const isWholeVideo = ({ from, to }: Segment): boolean => from === 0 && to === undefined

/** Whether decoding from a split point gives the same frames as decoding from the start. */
export function canSeek({ facts: { container, video, isUnsplittable }, timeline }: MediaPlan): boolean {
  if (isUnsplittable || timeline.thinned || video.trimmed || video.damaged) return false
  return container in seekMargin && video.firstDecoded - video.start < 0.001
}

/**
 * The seek position, in seconds from the start of the file, of the key frame from which the frame at a tick can be decoded. 0 where seeking is
 * not exact: the source is then read from its start and earlier frames are dropped.
 */
export function seekPosition(plan: MediaPlan, tick: number): number {
  const { facts, timeline } = plan
  const margin = canSeek(plan) ? seekMargin[facts.container] : undefined
  const idealTime = secondsAt(plan, tick) + facts.origin + timeline.phase + 0.25 / toNumber(timeline.rate)
  const usable = facts.video.splitPoints.filter(({ time }) => time <= idealTime).map(({ time }) => time)
  // Deinterlacing needs frames before the first one, too.
  const key = facts.video.interlaced ? usable.at(-2) : usable.at(-1)
  return margin === undefined || key === undefined || tick === 0 ? 0 : key - facts.start + margin
}

/** The most seconds of the source that are decoded only to reach the frame at a tick. */
export function longestLead(plan: MediaPlan): number {
  const { splitPoints, start, end } = plan.facts.video
  let [longest, last] = [0, start]
  for (const { time } of canSeek(plan) ? splitPoints : []) {
    longest = Math.max(longest, time - last)
    last = time
  }
  return Math.max(longest, end - last)
}

/** Whether a segment is encoded by reading the whole video, as a pass does. */
export const isReadFromStart = (plan: MediaPlan, { from, to }: Segment): boolean => to === undefined && seekPosition(plan, from) === 0

/** A time of the source in ticks of the renditions' clock. */
const tickAt = ({ facts, timeline }: MediaPlan, time: number): number =>
  Math.round((time - facts.origin - timeline.phase) / toNumber(timeline.timeBase))

export const secondsAt = ({ timeline }: MediaPlan, tick: number): number => tick * toNumber(timeline.timeBase)

function chooseSplitPoints(plan: MediaPlan, made: Pick<Segment, 'formats'>, sizes: PartSizes) {
  const { splitPoints, start, end } = plan.facts.video
  const cpuSeconds = cpuSecondsOf(plan, made)
  const each = Math.min(sizes.maxPart, Math.max(minPartOf(plan, made, sizes), cpuSeconds / targetPartCount))
  const length = ((end - start) * each) / cpuSeconds
  const chosen: (typeof splitPoints)[number][] = []
  let last = start
  for (const [at, splitPoint] of splitPoints.entries()) {
    const idealTime = last + length
    const next = splitPoints[at + 1]
    const isNearest = !next || Math.abs(splitPoint.time - idealTime) <= Math.abs(next.time - idealTime)
    if (isNearest && splitPoint.time - last >= length * 0.5 && end - splitPoint.time >= length * 0.4) {
      chosen.push(splitPoint)
      last = splitPoint.time
    }
  }
  return chosen
}

function splitAt(plan: MediaPlan, splitPoints: ReturnType<typeof chooseSplitPoints>): Segment[] {
  const starts = [{ tick: 0, frames: 0 }, ...splitPoints.map(({ time, frames }) => ({ tick: tickAt(plan, time), frames }))]
  return starts.map((start, at) => {
    const next = starts[at + 1]
    return { from: start.tick, to: next?.tick, frames: (next?.frames ?? plan.timeline.frames) - start.frames }
  })
}
