import { resolve } from 'node:path'
import { segmentArguments } from '../../arguments/part-arguments.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { isReadFromStart, type Segment, secondsAt } from '../../planning/part-plan.ts'
import { type Checkpoint, CheckpointCutter, type CheckpointFiles } from '../checkpoints/cut-checkpoints.ts'
import { emitCheckpoints } from '../checkpoints/emit-checkpoints.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { MessageTail } from '../ffmpeg/message-tail.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import { followPass, type PassMeasurement, readMeasurement } from './follow-pass.ts'
import { passLimits } from './pass-limits.ts'

/** The source can't be made in parts: it reads differently from the middle than from its start. */
export class CannotSplit extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'NotToBeParted'
  }
}

export interface SegmentOptions {
  signal: AbortSignal
  /** Share of the stretch that is done, 0 to 1. */
  onProgress: (done: number) => void
  /** Called with each finished piece, one after the other; its files are the callee's. */
  onCheckpoint: (checkpoint: Checkpoint) => Promise<void>
  silentSeconds?: number
}

/**
 * Encodes one stretch of the source into `folder`, which must be empty, and hands the pictures over piece by piece. It ends well only when
 * every picture of the stretch is there and the decoder had nothing to complain about. Where it is read from the start of the source, it has what
 * a pass would have: what is wrong then is wrong with the source.
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
  const told = isWhole ? from : 0
  const failed = new AbortController()
  const signal = AbortSignal.any([outer, failed.signal])
  const messages = new MessageTail()
  // Of an open group the decoder misses, rightly, what is shown before its key frame and belongs to the stretch before.
  const { codec, openGop } = plan.facts.video
  const decodeErrors = (): number => (openGop && !isWhole ? 0 : messages.errorsOf(codec))
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
  const emitting = emitCheckpoints(cutter, { onCheckpoint: emit, onRejected, onFailure })
  try {
    await runProgram({
      program: mediaTools.ffmpeg,
      arguments: segmentArguments(plan, segment, resolve(input)),
      folder,
      sandbox: mediaTools.sandbox,
      limits: passLimits(plan, silentSeconds),
      signal,
      messages,
      onLine: followPass((progress) => onProgress(Math.min(1, Math.max(0, progress.seconds - told) / seconds))),
    })
    await emitting.stop()
    signal.throwIfAborted()
    const isCopied = plan.rungs.some(({ action }) => action === 'copy')
    if (decodeErrors() > 0 && (isCopied || !isWhole)) throw new CannotSplit('Some pictures of a part could not be decoded.')
    // What is still to come is counted before it is handed over: with its last piece a stretch counts as finished.
    const rest = []
    for (let checkpoint = await cutter.cut(true); checkpoint; checkpoint = await cutter.cut(true)) rest.push(checkpoint)
    const made = rest.reduce((sum, checkpoint) => sum + checkpoint.frames, frames)
    if (made !== segment.frames && !isWhole) throw new CannotSplit(`A part has ${made} pictures instead of ${segment.frames}.`)
    for (const checkpoint of rest) await emit(checkpoint)
    return { ...readMeasurement(messages.text()), decodeErrors: decodeErrors() }
  } finally {
    await emitting.stop()
  }
}
