import { toNumber } from '../../probing/ratio.ts'
import { decodeSeconds } from '../cost.ts'
import type { Rung } from '../ladder.ts'
import type { MediaPlan } from '../make-plan.ts'
import type { Segment } from '../part-plan.ts'

/** A group of pictures of a rendition: the tick of its key frame, and its number of frames. */
export interface Group {
  tick: number
  frames: number
}

/**
 * A range in which all groups have the same number of frames. SVT-AV1 ignores key frames that are forced at uneven times, so each range
 * of even groups is encoded alone, and the encoder counts the frames of a group.
 */
export interface Run extends Segment {
  groupFrames: number
}

/** From one group to before another. */
export interface GroupRange {
  from: number
  to: number
}

/** A unit of work: consecutive runs. */
export interface ReencodePart {
  runs: Run[]
  /** What workers of the version before compare with the source. Those of this one compare all frames of `runs`. */
  measured: { run: Segment; groups: GroupRange; skipped: number }
  /** The short groups with which a video begins. */
  isEarly?: boolean
}

/** CPU seconds of a part. A worker that must stop loses one at most. */
const partCpuSeconds = 25
const partSeconds = { min: 4, max: 60 }
/** As far as they stay long enough: what the first parts of a video lack, the next make up for, where one that came out worse would be made again as a whole. */
const minParts = 3
/** Fewer at the start are no part of their own. */
const minEarlySeconds = 2
/** AV1 against the H.264 of our ladder, and comparing, without decoding the source. For the size of parts only. */
const cpuRatio = 2.6

/** The groups of a rendition in order, from the times of its frames (in the order of decoding) and the places of its key frames. */
export function groupsOf({ timeline }: MediaPlan, times: readonly number[], keys: readonly number[]): Group[] {
  const ticksEach = 1 / toNumber(timeline.timeBase)
  return keys.map((key, at) => ({
    tick: Math.round((times[key] ?? 0) * ticksEach),
    frames: (keys[at + 1] ?? times.length) - key,
  }))
}

/** Expected CPU seconds for each second of the video. Its source is decoded twice: to encode, and to compare. */
function expectedCpuRate({ facts, rungs }: MediaPlan, { format }: Rung): number {
  const rung = rungs.find((each) => each.format === format)
  const cpuSeconds = cpuRatio * (rung?.cpuSeconds ?? 0) + 2 * decodeSeconds(facts, rung)
  return Math.max(0.05, cpuSeconds / Math.max(0.1, facts.duration))
}

/** The parts in which a rendition with these groups is made again. */
export function planParts(plan: MediaPlan, rung: Rung, groups: readonly Group[]): ReencodePart[] {
  const ticksEach = 1 / toNumber(plan.timeline.timeBase)
  const earlyEnd = endOfEarly(plan, groups)
  /** When groups begin, and where the last ends. */
  const tickOf = (at: number): number => groups[at]?.tick ?? (groups[0]?.tick ?? 0) + plan.facts.duration * ticksEach
  const usualSeconds = (tickOf(groups.length) - tickOf(earlyEnd ?? 0)) / ticksEach
  const longest = Math.min(partSeconds.max, usualSeconds / minParts, partCpuSeconds / expectedCpuRate(plan, rung))
  const ticks = Math.max(partSeconds.min, longest) * ticksEach
  const parts: ReencodePart[] = []
  for (let from = 0; from < groups.length; ) {
    let to = from + 1
    // A group belongs to the part in whose length its middle is.
    while (to < groups.length && to !== earlyEnd && (tickOf(to) + tickOf(to + 1)) / 2 - tickOf(from) <= ticks) to += 1
    const isEarly = to === earlyEnd
    const measured = { run: segmentOf(groups, from, to), groups: { from, to }, skipped: 0 }
    parts.push({ runs: runsOf(groups, from, to), measured, isEarly })
    from = to
  }
  return parts
}

/**
 * Where the short groups end with which a video begins (decision 20). The H.264 of the first seconds is worse than the rest, so they are a part of their own,
 * from which nothing is concluded for the others.
 */
function endOfEarly({ timeline }: MediaPlan, groups: readonly Group[]): number | undefined {
  const end = runsOf(groups, 0, groups.length)[0]?.to
  const isLong = end !== undefined && (end - (groups[0]?.tick ?? 0)) * toNumber(timeline.timeBase) >= minEarlySeconds
  return isLong ? groups.findIndex(({ tick }) => tick === end) : undefined
}

/** What the groups of a range are encoded as. */
export function runsOf(groups: readonly Group[], from: number, to: number): Run[] {
  const runs: Run[] = []
  for (let first = from; first < to; ) {
    const groupFrames = groups[first]?.frames ?? 1
    let end = first + 1
    while (end < to && canFollow(groups, end, groupFrames)) end += 1
    runs.push({ ...segmentOf(groups, first, end), groupFrames })
    first = end
  }
  return runs
}

/** Only the last group of a run may be shorter: the encoder begins a group after so many frames. */
const canFollow = (groups: readonly Group[], at: number, groupFrames: number): boolean =>
  // A group of one frame is a run of its own: SVT-AV1 does not take 1 for a distance.
  groupFrames > 1 && (groups[at]?.frames ?? 0) <= groupFrames && (groups[at - 1]?.frames ?? 0) === groupFrames

/** The groups of a part. */
export function rangeOf({ runs }: Pick<ReencodePart, 'runs'>, groups: readonly Group[]): GroupRange {
  const groupAt = (wanted: number | undefined) => groups.findIndex(({ tick }) => tick === wanted)
  const [from, end] = [groupAt(runs[0]?.from), runs.at(-1)?.to]
  const to = end === undefined ? groups.length : groupAt(end)
  if (from < 0 || to <= from) throw new Error('The rendition has no such groups.')
  return { from, to }
}

/** The groups from one to before another, as a segment. */
export const segmentOf = (groups: readonly Group[], from: number, to: number): Segment => ({
  from: groups[from]?.tick ?? 0,
  to: groups[to]?.tick,
  frames: groups.slice(from, to).reduce((sum, { frames }) => sum + frames, 0),
})

/** In shorter videos tries in a second place cost more than they save: parts correct what one place said wrongly. */
const minSecondsForTwo = 180

/** The ranges of groups, about two seconds each, on which the quality is chosen: one of a short video, two of a longer one. */
export function probeRanges(plan: MediaPlan, groups: readonly Group[]): readonly [GroupRange, ...GroupRange[]] {
  const ticksEach = 1 / toNumber(plan.timeline.timeBase)
  const rangeAt = (share: number): GroupRange => {
    // By time, not by number: the first groups are short.
    const at = (groups[0]?.tick ?? 0) + share * plan.facts.duration * ticksEach
    const from = Math.max(
      0,
      groups.findLastIndex(({ tick }) => tick <= at),
    )
    const ticks = 1.9 * ticksEach
    let to = from + 1
    while (
      to < groups.length &&
      canFollow(groups, to, groups[from]?.frames ?? 1) &&
      (groups[to]?.tick ?? 0) - (groups[from]?.tick ?? 0) < ticks
    )
      to += 1
    return { from, to }
  }
  return plan.facts.duration < minSecondsForTwo ? [rangeAt(0.4)] : [rangeAt(0.25), rangeAt(0.7)]
}
