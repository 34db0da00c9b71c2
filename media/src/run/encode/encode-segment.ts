import { segmentArguments } from '../../arguments/part-arguments.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { copiedRungs, isReadFromStart, type Segment, secondsAt } from '../../planning/part-plan.ts'
import { type Checkpoint, CheckpointCutter, type CheckpointFiles } from '../checkpoints/cut-checkpoints.ts'
import { emitChunks } from '../checkpoints/emit-chunks.ts'
import { inputName } from '../ffmpeg/input-name.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { MessageTail } from '../ffmpeg/message-tail.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import { DamagedSource } from './damaged-source.ts'
import { followPass, type PassMeasurement, readMeasurement } from './follow-pass.ts'
import { passLimits } from './pass-limits.ts'

/** The source cannot be encoded in parts, for instance because it decodes differently from the middle than from its start. */
export class CannotSplit extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'CannotSplit'
  }
}

export interface SegmentOptions {
  signal: AbortSignal
  /** Share of the segment that is done, 0 to 1. */
  onProgress: (done: number) => void
  /** Called with one finished checkpoint at a time and owns its files. */
  onCheckpoint: (checkpoint: Checkpoint) => Promise<void>
  silentSeconds?: number
}

/**
 * Encodes one segment of the source into `folder`, which must be empty, and emits it as checkpoints. It fails with CannotSplit when frames
 * are missing or could not be decoded. A segment that is read from the start of the source decodes like a whole pass, so there such
 * damage is the source's own and is accepted, if all frames were seen when it was planned. Where something is copied it fails with DamagedSource.
 */
export async function encodeSegment(
  mediaTools: MediaTools,
  plan: MediaPlan,
  segment: Segment,
  input: string,
  folder: string,
  { signal: outer, onProgress, onCheckpoint, silentSeconds = 60 }: SegmentOptions,
): Promise<PassMeasurement & { decodeErrors: number }> {
  const cutter = new CheckpointCutter(plan, segment, folder)
  const from = secondsAt(plan, segment.from)
  const seconds = Math.max(0.001, (segment.to === undefined ? plan.facts.duration : secondsAt(plan, segment.to)) - from)
  const isWhole = isReadFromStart(plan, segment)
  const skippedSeconds = isWhole ? from : 0
  const failed = new AbortController()
  const signal = AbortSignal.any([outer, failed.signal])
  const messages = new MessageTail()
  // With an open GOP the decoder reports the leading frames of the first key frame as missing; they belong to the segment before.
  const { codec, openGop } = plan.facts.video
  const decodeErrors = (): number => (openGop && !isWhole ? 0 : messages.errorsOf(codec))
  const refuseDamage = (): Error | undefined => {
    if (decodeErrors() === 0) return undefined
    if (!isWhole) return new CannotSplit('Some frames of a part could not be decoded.')
    return copiedRungs(plan).length > 0 ? new DamagedSource() : undefined
  }
  let frames = 0
  const emit = async (checkpoint: CheckpointFiles): Promise<void> => {
    frames += checkpoint.frames
    await onCheckpoint({ ...checkpoint, decodeErrors: decodeErrors() })
  }
  const onFailure = (error: unknown): void => failed.abort(error)
  const onRejected = (error: unknown): 'stop' => {
    onFailure(error)
    return 'stop'
  }
  const emitting = emitChunks(cutter, { onChunk: emit, onRejected, onFailure })
  try {
    await runProgram({
      program: mediaTools.ffmpeg,
      arguments: segmentArguments(plan, segment, inputName(input)),
      folder,
      sandbox: mediaTools.sandbox,
      limits: passLimits(plan, silentSeconds),
      signal,
      messages,
      onLine: followPass((progress) => {
        onProgress(Math.min(1, Math.max(0, progress.seconds - skippedSeconds) / seconds))
        const refusal = refuseDamage()
        if (refusal) onFailure(refusal)
      }),
    })
    await emitting.stop()
    signal.throwIfAborted()
    const refusal = refuseDamage()
    if (refusal) throw refusal
    // Counted before they are emitted: with its last checkpoint a segment counts as finished.
    const rest = []
    for (let checkpoint = await cutter.cut(true); checkpoint; checkpoint = await cutter.cut(true)) rest.push(checkpoint)
    const made = rest.reduce((sum, checkpoint) => sum + checkpoint.frames, frames)
    if (made !== segment.frames && (!isWhole || plan.facts.isAssumed))
      throw new CannotSplit(`A part has ${made} frames instead of ${segment.frames}.`)
    for (const checkpoint of rest) await emit(checkpoint)
    return { ...readMeasurement(messages.text()), decodeErrors: decodeErrors() }
  } finally {
    await emitting.stop()
  }
}
