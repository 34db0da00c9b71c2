import { maxBitrate, quality } from '../planning/bitrate.ts'
import type { RungPlan } from '../planning/ladder.ts'
import type { MediaPlan } from '../planning/make-plan.ts'
import { type Segment, secondsAt, wholeSegment } from '../planning/part-plan.ts'
import { findSceneChanges } from '../planning/scene-changes.ts'
import { ratioText, toNumber } from '../probing/ratio.ts'
import { args } from './args.ts'

/** Seconds between key frames. */
const keyFrameEvery = 2

/** How a rung is encoded; of a stretch, which has a clock of its own that begins at zero, or of the whole video. */
export function encoderArguments(plan: MediaPlan, rung: RungPlan, segment: Segment = wholeSegment(plan)): string[] {
  const { timeline } = plan
  const cap = maxBitrate(rung.size, timeline.rate)
  const groups = groupArguments(plan, segment)
  // The encoder takes the rate for its level from here, because the filter graph of a variable source has none.
  // In the middle of a video a player's buffer is not full: a part that thought so would spend more than the whole does there.
  const buffer = segment.from > 0 ? ['vbv-init=0.5'] : []
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

/** Where groups begin, at the same pictures on every rung. */
function groupArguments(plan: MediaPlan, segment: Segment): { options: string[]; params: string[] } {
  const { timeline, rungs, facts } = plan
  const frames = (seconds: number): number => Math.max(1, Math.round(toNumber(timeline.rate) * seconds))
  const copied = rungs.some((rung) => rung.action === 'copy')
  if (!copied && timeline.steady) {
    // Counted by the encoder itself, which plans better for a key frame it knows to come than for one that is forced on it. Each rung
    // would find changes of scene on its own, so among several they are taken from the source, where an encoder has found them before.
    const group = args`-g ${frames(keyFrameEvery)}`
    if (rungs.length === 1) return { options: group, params: [] }
    const cuts = onOurClock(plan, findSceneChanges(facts.video.keyFrames), segment)
    return { options: cuts ? args`${group} -forced-idr 1 -force_key_frames ${cuts}` : group, params: ['scenecut=0'] }
  }
  // By time: beside a copied rung the others take its key frames, else one every two seconds, whatever the frame rate. A hair less,
  // because 2.0 in floats may be 1.9999. At a change of scene in between x264 puts a picture that is complete but no place to cut.
  const times = copied
    ? onOurClock(plan, facts.video.keyFrames, segment)
    : `expr:isnan(prev_forced_t)+gte(t,prev_forced_t+${(keyFrameEvery - 0.001).toFixed(3)})`
  return {
    options: args`-g ${frames(24)} -forced-idr 1 -force_key_frames ${times}`,
    params: [`min-keyint=${frames(11)}`],
  }
}

function onOurClock(plan: MediaPlan, times: readonly number[], segment: Segment): string {
  const { facts, timeline } = plan
  const quarter = 0.25 / toNumber(timeline.rate)
  const [from, to] = [secondsAt(plan, segment.from), segment.to === undefined ? Number.POSITIVE_INFINITY : secondsAt(plan, segment.to)]
  return times
    .map((time) => time - facts.origin - timeline.phase - quarter)
    .filter((time) => time > from - 3 * quarter && time < to - 3 * quarter)
    .map((time) => Math.max(0, time - from).toFixed(3))
    .join(',')
}

/**
 * The muxer guesses how long the last picture stays from the one before it, which is wrong for frames of uneven length (a closing
 * slide that stays for ten seconds, a last frame after a pause). NEXT_DTS is NOPTS on the last packet of the file; the last picture
 * shown may come before it.
 */
function lastFrameLength({ timeline }: MediaPlan, from: number): string[] {
  if (timeline.even) return []
  const isLastShown = `gte(PTS*TB,${(timeline.lastFrameAt - from - 0.002).toFixed(6)})`
  const length = `max(1,${timeline.lastFrameSeconds.toFixed(6)}/TB)`
  return args`-bsf:v setts=pts=PTS:dts=DTS:duration='if(${isLastShown},${length},if(eq(NEXT_DTS,NOPTS),1,DURATION))'`
}
