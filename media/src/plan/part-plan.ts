import type { MediaPlan } from './make-plan.ts'
import { toNumber } from './ratio.ts'

/** A stretch of the video, in ticks of the renditions' clock; the last one has no end. */
export interface Stretch {
  from: number
  to: number | undefined
  /** Pictures in it. */
  frames: number
}

/** Containers in which ffmpeg finds a key frame by its time, and not only somewhere near it. */
const seekable: readonly string[] = ['mp4', 'mov', 'matroska', 'webm']

/** How large parts are, in CPU seconds. */
export interface PartSizes {
  /** Below this a job is done before its parts would have found their workers. */
  worthParting: number
  /** It costs about .4 to begin one, and no part should keep all others waiting for long at the end. */
  least: number
  most: number
}

export const usualSizes: PartSizes = { worthParting: 16, least: 8, most: 90 }
/** A video is parted into about so many while its parts are neither too small nor too large. */
const usualParts = 12

/** How a long video is parted so that several workers make it at once; undefined where it is made in one piece. */
export function planStretches(plan: MediaPlan, sizes: PartSizes = usualSizes): Stretch[] | undefined {
  const { facts, timeline, rungs, expectedCpuSeconds } = plan
  const { video } = facts
  const isFit =
    rungs.some(({ action }) => action === 'encode') &&
    expectedCpuSeconds >= sizes.worthParting &&
    seekable.includes(facts.container) &&
    !timeline.thinned &&
    !video.trimmed &&
    !video.damaged &&
    video.firstDecoded - video.start < 0.001
  if (!isFit) return undefined
  const stretches = partAt(plan, chooseCuts(plan, sizes))
  return stretches.length > 1 ? stretches : undefined
}

/** The place on the renditions' clock of a moment of the source's. */
export const tickAt = ({ facts, timeline }: MediaPlan, time: number): number =>
  Math.round((time - facts.origin - timeline.phase) / toNumber(timeline.timeBase))

export const secondsAt = ({ timeline }: MediaPlan, tick: number): number => tick * toNumber(timeline.timeBase)

function chooseCuts(plan: MediaPlan, { least, most }: PartSizes) {
  const { facts, expectedCpuSeconds } = plan
  const { cuts, start, end } = facts.video
  const each = Math.min(most, Math.max(least, expectedCpuSeconds / usualParts))
  const length = ((end - start) * each) / expectedCpuSeconds
  const chosen: (typeof cuts)[number][] = []
  let last = start
  for (const [at, cut] of cuts.entries()) {
    const wanted = last + length
    const next = cuts[at + 1]
    const isNearest = !next || Math.abs(cut.time - wanted) <= Math.abs(next.time - wanted)
    if (isNearest && cut.time - last >= length * 0.5 && end - cut.time >= length * 0.4) {
      chosen.push(cut)
      last = cut.time
    }
  }
  return chosen
}

function partAt(plan: MediaPlan, cuts: ReturnType<typeof chooseCuts>): Stretch[] {
  const starts = [{ tick: 0, frames: 0 }, ...cuts.map(({ time, frames }) => ({ tick: tickAt(plan, time), frames }))]
  return starts.map((start, at) => {
    const next = starts[at + 1]
    return { from: start.tick, to: next?.tick, frames: (next?.frames ?? plan.timeline.frames) - start.frames }
  })
}
