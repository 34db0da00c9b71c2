import type { Rung } from '../planning/ladder.ts'
import type { MediaPlan } from '../planning/make-plan.ts'
import { isReadFromStart, jumpTo, type Segment } from '../planning/part-plan.ts'
import { inputArguments, ownInput } from '../probing/input-allowlist.ts'
import { encoderArguments } from './codec-arguments.ts'
import { asGrowingMp4, asMp4, audioArguments, fragmented, inputs, passArguments, rungArguments, rungFile } from './encode-arguments.ts'
import { audioGraph, rungLabel, segmentGraph, thumbnailGraph } from './filter-graph.ts'
import { progressArguments, thumbnailArguments } from './thumbnail-arguments.ts'

export const audioFile = 'sound.mp4'
export const joinedFile = (rung: Rung): string => `joined-${rung.format}.mp4`

/** Fragments as they come, each complete when the next one begins. Their index is made when they are joined. */
const growing = '+frag_keyframe+empty_moov+default_base_moof+delay_moov'

/** The pictures of one stretch, in all rungs that are encoded. Times come out as in a pass over the whole, to the tick. */
export function segmentArguments(plan: MediaPlan, segment: Segment, input: string): string[] {
  const encoded = plan.rungs.filter(({ action }) => action === 'encode')
  return [
    ...passArguments,
    ...['-threads', String(plan.decodeThreads), ...jump(plan, segment), ...inputArguments(input, plan.limits.maxPixels)],
    ...['-filter_complex', segmentGraph({ ...plan, rungs: encoded }, segment, isReadFromStart(plan, segment))],
    ...encoded.flatMap((rung, at) => [
      ...['-map', `[${rungLabel(at)}]`, ...encoderArguments(plan, rung, segment), '-an'],
      ...asGrowingMp4(rungFile(rung), growing),
    ]),
    ...progressArguments(),
  ]
}

/** Whatever is jumped over is added again, so the clock stays the whole's. */
function jump(plan: MediaPlan, { from }: Segment): string[] {
  const seconds = jumpTo(plan, from)
  const offset = seconds - plan.timeline.inputShift
  return [
    ...(Math.abs(offset) > 1e-6 ? ['-itsoffset', offset.toFixed(6)] : []),
    ...(seconds > 0 ? ['-noaccurate_seek', '-ss', seconds.toFixed(6)] : []),
  ]
}

/** Everything but the encoded pictures: copied rungs, the sound of the others, whole, and the stills. */
export function extrasArguments(plan: MediaPlan, input: string): string[] {
  const { facts, audio } = plan
  const copied = plan.rungs.filter(({ action }) => action === 'copy')
  const graphs = [thumbnailGraph({ ...plan, rungs: [] })]
  if (audio?.action === 'encode') graphs.push(audioGraph(facts, audio.sampleRate, audio.channels, copied.length + 1))
  return [
    ...passArguments,
    ...inputs(plan, input, true),
    ...['-filter_complex', graphs.join(';')],
    ...copied.flatMap((rung, at) => rungArguments(plan, rung, at, -1)),
    ...(audio ? [...audioArguments(plan, copied.length), '-vn', ...asMp4(audioFile, fragmented)] : []),
    ...thumbnailArguments(),
  ]
}

/** A rung from its joined pictures and the sound, both our own files: nothing is encoded. */
export function joinArguments(plan: MediaPlan, rung: Rung): string[] {
  const audio = plan.audio ? [...ownInput(audioFile, ['mov'], ['h264', 'aac']), '-map', '0:v:0', '-map', '1:a:0'] : ['-map', '0:v:0']
  return [
    ...passArguments,
    // Sound is stored from a little before zero on; without this it would begin at zero and lag.
    '-copyts',
    ...ownInput(joinedFile(rung), ['mov'], ['h264', 'aac']),
    ...audio,
    ...['-c', 'copy'],
    ...asMp4(rungFile(rung), fragmented),
  ]
}
