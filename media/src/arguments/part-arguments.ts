import type { Rung } from '../planning/ladder.ts'
import { type MediaPlan, threadsFor } from '../planning/make-plan.ts'
import { copiedRungs, isReadFromStart, rungsOf, type Segment, seekPosition } from '../planning/part-plan.ts'
import { args } from './args.ts'
import { encoderArguments } from './codec-arguments.ts'
import {
  asGrowingMp4,
  asMp4,
  audioArguments,
  fragmented,
  inputs,
  passArguments,
  rungArguments,
  rungFile,
  soloPassArguments,
} from './encode-arguments.ts'
import { audioGraph, rungLabel, segmentGraph, thumbnailGraph } from './filter-graph.ts'
import { inputArguments, ownInput } from './input-allowlist.ts'
import { progressArguments, thumbnailArguments } from './thumbnail-arguments.ts'

/** Files of parts pass between workers, so this name stays the same across versions. */
export const audioFile = 'sound.mp4'

/** Fragments without an index; the index is written when they are joined. */
export const growing = '+frag_keyframe+empty_moov+default_base_moof+delay_moov'

const audioFragmentMicroseconds = 1_000_000

/** The video of one segment, in all encoded rungs. Timestamps match those of a whole pass to the tick. */
export function segmentArguments(plan: MediaPlan, segment: Segment, input: string): string[] {
  const own = rungsOf(plan, segment)
  const encoded = own.map((rung) => ({ ...rung, threads: threadsFor(rung, own, plan.machine.cores) }))
  const graph = segmentGraph({ ...plan, rungs: encoded }, segment, isReadFromStart(plan, segment))
  const outputs = encoded.flatMap(
    (rung, at) => args`
      -map [${rungLabel(at)}] ${encoderArguments(plan, rung, segment)} -an
      ${asGrowingMp4(rungFile(rung), growing)}
    `,
  )
  return args`
    ${encoded.length > 1 ? passArguments : soloPassArguments(plan)}
    -threads ${plan.decodeThreads} ${seekArguments(plan, segment)} ${inputArguments(input, plan.limits.maxPixels)}
    -filter_complex ${graph}
    ${outputs}
    ${progressArguments()}
  `
}

/** Seeks to the segment and adds the skipped seconds again, so that the clock stays that of the whole video. */
export function seekArguments(plan: MediaPlan, { from }: Segment): string[] {
  const seconds = seekPosition(plan, from)
  const offset = seconds - plan.timeline.inputShift
  return args`
    ${Math.abs(offset) > 1e-6 ? args`-itsoffset ${offset.toFixed(6)}` : []}
    ${seconds > 0 ? args`-noaccurate_seek -ss ${seconds.toFixed(6)}` : []}
  `
}

/** The audio of the encoded rungs. */
export function audioPartArguments(plan: MediaPlan, input: string): string[] {
  const { facts, audio } = plan
  return args`
    ${passArguments}
    ${inputs(plan, input, false)}
    ${audio?.action === 'encode' ? args`-filter_complex ${audioGraph(facts, audio.sampleRate, audio.channels, 1)}` : []}
    ${audioArguments(plan, 0)} -vn -frag_duration ${audioFragmentMicroseconds} ${asGrowingMp4(audioFile, growing)}
  `
}

/** The copied rungs with their audio, as they are published. */
export function copyArguments(plan: MediaPlan, input: string): string[] {
  const { facts, audio } = plan
  const copied = copiedRungs(plan)
  return args`
    ${passArguments}
    ${inputs(plan, input, false)}
    ${audio?.action === 'encode' ? args`-filter_complex ${audioGraph(facts, audio.sampleRate, audio.channels, copied.length)}` : []}
    ${copied.flatMap((rung, at) => rungArguments(plan, rung, at, -1))}
  `
}

/** Everything but the rungs and the audio: the thumbnails, and the frames of the preview. */
export function extrasArguments(plan: MediaPlan, input: string): string[] {
  return args`
    ${passArguments}
    ${inputs(plan, input, true)}
    -filter_complex ${thumbnailGraph({ ...plan, rungs: [] })}
    ${thumbnailArguments()}
  `
}

/** A rung from its joined video, which comes over stdin, and the audio, both our own; nothing is encoded. */
export function joinArguments(plan: MediaPlan, rung: Rung): string[] {
  const ownMp4 = (file: string | undefined): string[] => ownInput(file, ['mov'], ['h264', 'aac'])
  // Audio starts a little before zero. Without -copyts it would start at zero and lag.
  return args`
    ${passArguments}
    -copyts
    ${ownMp4(undefined)}
    ${plan.audio ? args`${ownMp4(audioFile)} -map 0:v:0 -map 1:a:0` : args`-map 0:v:0`}
    -c copy
    ${asMp4(rungFile(rung), fragmented)}
  `
}
