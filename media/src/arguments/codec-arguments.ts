import { maxBitrate, quality } from '../planning/bitrate.ts'
import { earlyEnds } from '../planning/early-groups.ts'
import type { RungPlan } from '../planning/ladder.ts'
import type { MediaPlan } from '../planning/make-plan.ts'
import { type Segment, secondsAt, wholeSegment } from '../planning/part-plan.ts'
import { findSceneChanges } from '../planning/scene-changes.ts'
import { ratioText, toNumber } from '../probing/ratio.ts'
import { args } from './args.ts'

/** Seconds between key frames. */
const keyFrameEvery = 2
/** Seconds. A shorter video is encoded before anybody waits, and its size would grow by up to a tenth. */
const worthEarlyKeyFrames = 10

/** Encoder settings of a rung, for the whole video or for a segment, whose clock starts at zero. */
export function encoderArguments(plan: MediaPlan, rung: RungPlan, segment: Segment = wholeSegment(plan)): string[] {
  const { timeline } = plan
  const cap = maxBitrate(rung.size, timeline.rate)
  const groups = groupArguments(plan, segment)
  // A segment from the middle starts with a half-full player buffer; with a full one it would use more bits than a whole pass does there.
  const buffer = segment.from > 0 ? ['vbv-init=0.5'] : []
  // x264 derives its level from fps, because the filter graph of a source with a variable frame rate has no rate.
  const params = [...groups.params, ...buffer, 'ssim=1', `fps=${ratioText(timeline.rate)}`].join(':')
  return args`
    -c:v libx264 -preset veryfast -profile:v high -pix_fmt yuv420p -crf ${quality}
    -maxrate ${cap} -bufsize ${2 * cap} -x264-params ${params}
    -threads ${rung.threads} ${groups.options}
    ${timeline.reordered ? [] : args`-bf 0`}
    -fps_mode vfr -enc_time_base:v ${ratioText(timeline.timeBase, ':')}
    ${segment.to === undefined ? lastFrameLength(plan, secondsAt(plan, segment.from)) : []}
  `
}

/** Key frame settings: every rung has its key frames at the same frames, so that players can switch. */
function groupArguments(plan: MediaPlan, segment: Segment): { options: string[]; params: string[] } {
  const { timeline, rungs, facts } = plan
  const frames = (seconds: number): number => Math.max(1, Math.round(toNumber(timeline.rate) * seconds))
  const copied = rungs.some((rung) => rung.action === 'copy')
  if (!copied && timeline.steady) {
    // x264 places its own regular key frames better than forced ones. Each rung would detect scene changes differently, so with several
    // rungs they come from the key frames of the source.
    const sceneChanges = rungs.length === 1 ? [] : findSceneChanges(facts.video.keyFrames)
    const forced = toOutputClock(plan, [...earlySourceTimes(plan), ...sceneChanges], segment)
    const group = args`-g ${frames(keyFrameEvery)}`
    return {
      options: forced ? args`${group} -forced-idr 1 -force_key_frames ${forced}` : group,
      params: rungs.length === 1 ? [] : ['scenecut=0'],
    }
  }
  // By time: the key frames of a copied rung, else one every two seconds, minus a margin for float rounding. min-keyint keeps x264 from
  // adding key frames at scene changes in between.
  const times = copied
    ? toOutputClock(plan, facts.video.keyFrames, segment)
    : `expr:isnan(prev_forced_t)+gte(t,prev_forced_t+if(lt(prev_forced_t,${earlyUntil(plan, segment)}),0.999,${(keyFrameEvery - 0.001).toFixed(3)}))`
  return {
    options: args`-g ${frames(24)} -forced-idr 1 -force_key_frames ${times}`,
    params: [`min-keyint=${frames(11)}`],
  }
}

const earlyOf = ({ facts }: MediaPlan): readonly number[] => (facts.duration < worthEarlyKeyFrames ? [] : earlyEnds(facts))

/** The early key frames, on the clock of the source. */
const earlySourceTimes = (plan: MediaPlan): number[] => earlyOf(plan).map((time) => time + plan.facts.origin + plan.timeline.phase)

/** On the clock of a segment, the time before which key frames come early. */
const earlyUntil = (plan: MediaPlan, segment: Segment): string =>
  Math.max(0, (earlyOf(plan).at(-1) ?? 0) - 0.5 - secondsAt(plan, segment.from)).toFixed(3)

/** Source times as a list of output times for -force_key_frames, each a quarter of a frame early. */
function toOutputClock(plan: MediaPlan, times: readonly number[], segment: Segment): string {
  const { facts, timeline } = plan
  const quarter = 0.25 / toNumber(timeline.rate)
  const [from, to] = [secondsAt(plan, segment.from), segment.to === undefined ? Number.POSITIVE_INFINITY : secondsAt(plan, segment.to)]
  return times
    .map((time) => time - facts.origin - timeline.phase - quarter)
    .filter((time) => time > from - 3 * quarter && time < to - 3 * quarter)
    .sort((a, b) => a - b)
    .map((time) => Math.max(0, time - from).toFixed(3))
    .join(',')
}

/**
 * The muxer guesses the duration of the last frame from the one before it, which is wrong for frames of uneven length (a closing slide of
 * ten seconds). NEXT_DTS is NOPTS on the last packet of the file; the last frame shown may come before it.
 */
export function lastFrameLength({ timeline }: MediaPlan, from: number): string[] {
  if (timeline.even) return []
  const isLastShown = `gte(PTS*TB,${(timeline.lastFrameAt - from - 0.002).toFixed(6)})`
  const length = `max(1,${timeline.lastFrameSeconds.toFixed(6)}/TB)`
  return args`-bsf:v setts=pts=PTS:dts=DTS:duration='if(${isLastShown},${length},if(eq(NEXT_DTS,NOPTS),1,DURATION))'`
}
