import { toNumber } from '../probing/ratio.ts'
import { warmUpOf } from './cost.ts'
import type { MediaPlan } from './make-plan.ts'

/** A stretch of the video, in ticks of the renditions' clock; the last one has no end. */
export interface Segment {
  from: number
  to: number | undefined
  /** Pictures in it. */
  frames: number
}

/**
 * Containers in which ffmpeg finds a key frame by its time, and not only somewhere near it, with how many seconds later than the key frame it
 * wants a jump has to name: Matroska's are taken for storage times.
 */
const beyond: Partial<Record<string, number>> = { mp4: 0.01, mov: 0.01, matroska: 0.14, webm: 0.14 }

/** How large parts are, in CPU seconds. */
export interface PartSizes {
  /** Below this a job is done before its parts would have found their workers. */
  minToSplit: number
  /** It costs about .4 to begin one, and no part should keep all others waiting for long at the end. */
  least: number
  most: number
}

export const usualSizes: PartSizes = { minToSplit: 16, least: 8, most: 90 }
/** A video is parted into about so many while its parts are neither too small nor too large. */
const targetPartCount = 12
/** Every part pays for its encoders' first pictures, which are dear where they are large: so often must it be worth that. */
const timesWarmUp = 20

const leastOf = (plan: MediaPlan, { least }: PartSizes): number => Math.max(least, timesWarmUp * warmUpOf(plan.rungs))

/** How a long video is parted so that several workers make it at once. Undefined where it is made in one pass. */
export function planSegments(plan: MediaPlan, sizes: PartSizes = usualSizes): Segment[] | undefined {
  const worth = Math.max(sizes.minToSplit, 2 * leastOf(plan, sizes))
  const isFit = plan.rungs.some(({ action }) => action === 'encode') && plan.expectedCpuSeconds >= worth && canJump(plan)
  const splitPoints = isFit ? chooseCuts(plan, sizes) : []
  return splitPoints.length > 0 ? splitAt(plan, splitPoints) : undefined
}

/** All of the video: what a pass makes, and what is gone on with when it was cut short. */
export const wholeSegment = ({ timeline }: MediaPlan): Segment => ({ from: 0, to: undefined, frames: timeline.frames })

/** Whether a video read from one of its cuts on has the same pictures as when it is read from its start. */
function canJump({ facts: { container, video }, timeline }: MediaPlan): boolean {
  return container in beyond && !timeline.thinned && !video.trimmed && !video.damaged && video.firstDecoded - video.start < 0.001
}

/**
 * Seconds from the start of the file to the key frame from which the picture at a tick can be decoded, where one can jump there; else 0, for
 * who can not jump reads from the start and drops what is there already.
 */
export function jumpTo(plan: MediaPlan, tick: number): number {
  const { facts, timeline } = plan
  const later = canJump(plan) ? beyond[facts.container] : undefined
  const wanted = secondsAt(plan, tick) + facts.origin + timeline.phase + 0.25 / toNumber(timeline.rate)
  const usable = facts.video.splitPoints.filter(({ time }) => time <= wanted).map(({ time }) => time)
  // A filter that looks at the pictures around one needs those before the first, too.
  const key = facts.video.interlaced ? usable.at(-2) : usable.at(-1)
  return later === undefined || key === undefined || tick === 0 ? 0 : key - facts.start + later
}

/** Whether a stretch is made by reading the whole video up to its end, as a pass over it would. */
export const isReadFromStart = (plan: MediaPlan, { from, to }: Segment): boolean => to === undefined && jumpTo(plan, from) === 0

/** The place on the renditions' clock of a moment of the source's. */
const tickAt = ({ facts, timeline }: MediaPlan, time: number): number =>
  Math.round((time - facts.origin - timeline.phase) / toNumber(timeline.timeBase))

export const secondsAt = ({ timeline }: MediaPlan, tick: number): number => tick * toNumber(timeline.timeBase)

function chooseCuts(plan: MediaPlan, sizes: PartSizes) {
  const { facts, expectedCpuSeconds } = plan
  const { splitPoints, start, end } = facts.video
  const each = Math.min(sizes.most, Math.max(leastOf(plan, sizes), expectedCpuSeconds / targetPartCount))
  const length = ((end - start) * each) / expectedCpuSeconds
  const chosen: (typeof splitPoints)[number][] = []
  let last = start
  for (const [at, cut] of splitPoints.entries()) {
    const wanted = last + length
    const next = splitPoints[at + 1]
    const isNearest = !next || Math.abs(cut.time - wanted) <= Math.abs(next.time - wanted)
    if (isNearest && cut.time - last >= length * 0.5 && end - cut.time >= length * 0.4) {
      chosen.push(cut)
      last = cut.time
    }
  }
  return chosen
}

function splitAt(plan: MediaPlan, splitPoints: ReturnType<typeof chooseCuts>): Segment[] {
  const starts = [{ tick: 0, frames: 0 }, ...splitPoints.map(({ time, frames }) => ({ tick: tickAt(plan, time), frames }))]
  return starts.map((start, at) => {
    const next = starts[at + 1]
    return { from: start.tick, to: next?.tick, frames: (next?.frames ?? plan.timeline.frames) - start.frames }
  })
}
