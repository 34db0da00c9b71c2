import { resolve } from 'node:path'
import type { MediaPlan } from '../plan/make-plan.ts'
import { stretchArguments } from '../plan/part-arguments.ts'
import { isReadFromStart, type Stretch, secondsAt } from '../plan/part-plan.ts'
import { MessageTail } from './clean-message.ts'
import { type CutPiece, type Piece, PieceCutter } from './cut-pieces.ts'
import { followPass, type PassMeasurement, readMeasurement } from './follow-pass.ts'
import { handOverPieces } from './hand-over-pieces.ts'
import { passLimits } from './pass-limits.ts'
import type { Workshop } from './programs.ts'
import { runProgram } from './run-program.ts'

/** The source can't be made in parts: it reads differently from the middle than from its start. */
export class NotToBeParted extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'NotToBeParted'
  }
}

export interface StretchOptions {
  signal: AbortSignal
  /** Share of the stretch that is done, 0 to 1. */
  onProgress: (done: number) => void
  /** Called with each finished piece, one after the other; its files are the callee's. */
  onPiece: (piece: Piece) => Promise<void>
  silentSeconds?: number
}

/**
 * Encodes one stretch of the source into `folder`, which must be empty, and hands the pictures over piece by piece. It ends well only when
 * every picture of the stretch is there and the decoder had nothing to complain about. Where it is read from the start of the source, it has what
 * a pass would have: what is wrong then is wrong with the source.
 */
export async function forgeStretch(
  workshop: Workshop,
  plan: MediaPlan,
  stretch: Stretch,
  input: string,
  folder: string,
  { signal: outer, onProgress, onPiece, silentSeconds = 60 }: StretchOptions,
): Promise<PassMeasurement & { decodeErrors: number }> {
  const cutter = new PieceCutter(plan, stretch, folder)
  const from = secondsAt(plan, stretch.from)
  const seconds = Math.max(0.001, (stretch.to === undefined ? plan.facts.duration : secondsAt(plan, stretch.to)) - from)
  const isWhole = isReadFromStart(plan, stretch)
  const told = isWhole ? from : 0
  const failed = new AbortController()
  const signal = AbortSignal.any([outer, failed.signal])
  const messages = new MessageTail()
  // Of an open group the decoder misses, rightly, what is shown before its key frame and belongs to the stretch before.
  const { codec, openGop } = plan.facts.video
  const decodeErrors = (): number => (openGop && !isWhole ? 0 : messages.errorsOf(codec))
  let frames = 0
  const handOver = async (piece: CutPiece): Promise<void> => {
    frames += piece.frames
    await onPiece({ ...piece, decodeErrors: decodeErrors() })
  }
  const onFailure = (error: unknown): void => failed.abort(error)
  const onRejected = (error: unknown): 'stop' => {
    onFailure(error)
    return 'stop'
  }
  const handing = handOverPieces(cutter, { onPiece: handOver, onRejected, onFailure })
  try {
    await runProgram({
      program: workshop.ffmpeg,
      arguments: stretchArguments(plan, stretch, resolve(input)),
      folder,
      fences: workshop.fences,
      limits: passLimits(plan, silentSeconds),
      signal,
      messages,
      onLine: followPass((progress) => onProgress(Math.min(1, Math.max(0, progress.seconds - told) / seconds))),
    })
    await handing.stop()
    signal.throwIfAborted()
    const isCopied = plan.rungs.some(({ action }) => action === 'copy')
    if (decodeErrors() > 0 && (isCopied || !isWhole)) throw new NotToBeParted('Some pictures of a part could not be decoded.')
    // What is still to come is counted before it is handed over: with its last piece a stretch counts as finished.
    const rest = []
    for (let piece = await cutter.cut(true); piece; piece = await cutter.cut(true)) rest.push(piece)
    const made = rest.reduce((sum, piece) => sum + piece.frames, frames)
    if (made !== stretch.frames && !isWhole) throw new NotToBeParted(`A part has ${made} pictures instead of ${stretch.frames}.`)
    for (const piece of rest) await handOver(piece)
    return { ...readMeasurement(messages.text()), decodeErrors: decodeErrors() }
  } finally {
    await handing.stop()
  }
}
