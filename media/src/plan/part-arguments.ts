import { asGrowingMp4, asMp4, fragmented, inputs, passArguments, rungArguments, rungFile, soundArguments } from './encode-arguments.ts'
import { encoderArguments } from './encoder-arguments.ts'
import { rungLabel, soundGraph, stillGraph, stretchGraph } from './filter-graph.ts'
import type { Rung } from './ladder.ts'
import type { MediaPlan } from './make-plan.ts'
import { isReadFromStart, jumpTo, type Stretch } from './part-plan.ts'
import { beatArguments, stillArguments } from './still-arguments.ts'
import { inputArguments, ownInput } from './what-we-open.ts'

export const soundFile = 'sound.mp4'
export const joinedFile = (rung: Rung): string => `joined-${rung.format}.mp4`

/** Fragments as they come, each complete when the next one begins. Their index is made when they are joined. */
const growing = '+frag_keyframe+empty_moov+default_base_moof+delay_moov'

/** The pictures of one stretch, in all rungs that are encoded. Times come out as in a pass over the whole, to the tick. */
export function stretchArguments(plan: MediaPlan, stretch: Stretch, input: string): string[] {
  const encoded = plan.rungs.filter(({ action }) => action === 'encode')
  return [
    ...passArguments,
    ...['-threads', String(plan.decodeThreads), ...jump(plan, stretch), ...inputArguments(input, plan.limits.maxPixels)],
    ...['-filter_complex', stretchGraph({ ...plan, rungs: encoded }, stretch, isReadFromStart(plan, stretch))],
    ...encoded.flatMap((rung, at) => [
      ...['-map', `[${rungLabel(at)}]`, ...encoderArguments(plan, rung, stretch), '-an'],
      ...asGrowingMp4(rungFile(rung), growing),
    ]),
    ...beatArguments(),
  ]
}

/** Whatever is jumped over is added again, so the clock stays the whole's. */
function jump(plan: MediaPlan, { from }: Stretch): string[] {
  const seconds = jumpTo(plan, from)
  const offset = seconds - plan.timeline.inputShift
  return [
    ...(Math.abs(offset) > 1e-6 ? ['-itsoffset', offset.toFixed(6)] : []),
    ...(seconds > 0 ? ['-noaccurate_seek', '-ss', seconds.toFixed(6)] : []),
  ]
}

/** Everything but the encoded pictures: copied rungs, the sound of the others, whole, and the stills. */
export function restArguments(plan: MediaPlan, input: string): string[] {
  const { facts, sound } = plan
  const copied = plan.rungs.filter(({ action }) => action === 'copy')
  const graphs = [stillGraph({ ...plan, rungs: [] })]
  if (sound?.action === 'encode') graphs.push(soundGraph(facts, sound.sampleRate, sound.channels, copied.length + 1))
  return [
    ...passArguments,
    ...inputs(plan, input, true),
    ...['-filter_complex', graphs.join(';')],
    ...copied.flatMap((rung, at) => rungArguments(plan, rung, at, -1)),
    ...(sound ? [...soundArguments(plan, copied.length), '-vn', ...asMp4(soundFile, fragmented)] : []),
    ...stillArguments(),
  ]
}

/** A rung from its joined pictures and the sound, both our own files: nothing is encoded. */
export function joinArguments(plan: MediaPlan, rung: Rung): string[] {
  const sound = plan.sound ? [...ownInput(soundFile, ['mov'], ['h264', 'aac']), '-map', '0:v:0', '-map', '1:a:0'] : ['-map', '0:v:0']
  return [
    ...passArguments,
    // Sound is stored from a little before zero on; without this it would begin at zero and lag.
    '-copyts',
    ...ownInput(joinedFile(rung), ['mov'], ['h264', 'aac']),
    ...sound,
    ...['-c', 'copy'],
    ...asMp4(rungFile(rung), fragmented),
  ]
}
