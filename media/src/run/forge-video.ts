import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { encodeArguments } from '../plan/encode-arguments.ts'
import { type FormatPlan, type MediaPlan, planWithoutCopies } from '../plan/make-plan.ts'
import { wholeStretch } from '../plan/part-plan.ts'
import { passFiles } from '../plan/still-arguments.ts'
import { MessageTail } from './clean-message.ts'
import { cpuSecondsOf } from './cpu-time.ts'
import { type Piece, PieceCutter } from './cut-pieces.ts'
import { describeJob } from './describe-job.ts'
import { followPass, readMeasurement } from './follow-pass.ts'
import { gatherStills } from './gather-stills.ts'
import { handOverPieces } from './hand-over-pieces.ts'
import { inspectRenditions, type Rendition } from './inspect-rendition.ts'
import { makePreview } from './make-preview.ts'
import { passLimits } from './pass-limits.ts'
import type { Workshop } from './programs.ts'
import { type JobProgress, ProgressMeter } from './progress-meter.ts'
import { runProgram } from './run-program.ts'

export interface ForgedVideo {
  renditions: readonly Rendition[]
  thumbnail: string
  preview: string
  storyboard: string
  storyboardTrack: string
  metadata: string
  /** What became of each chosen format; differs from the plan when a copy had to be given up. */
  formats: readonly FormatPlan[]
  notes: readonly string[]
  cpuSeconds: number
  /** Of them, the one pass over the source. */
  passCpuSeconds: number
  wallSeconds: number
}

export interface ForgeOptions {
  signal: AbortSignal
  onProgress?: (progress: JobProgress) => void
  /** Seconds without progress before a run counts as stuck. */
  silentSeconds?: number
  pieces?: PieceKeeper | undefined
}

/** Who keeps what a pass has finished, so that it can be gone on with. A pass never fails for want of that. */
export interface PieceKeeper {
  /** Called with each piece, one after the other; its files are the callee's. One that it rejects may come again. */
  keep(piece: Piece): Promise<void>
  /** A piece was not kept: whether it is to come again, or no more of them. */
  onMissed(error: unknown): 'again' | 'stop'
  /** The pass is made anew, by another plan: what was kept is worth nothing. */
  drop(): Promise<void>
  /** How often finished pieces are looked for, where that is not as usual. */
  everyMs?: number
}

/**
 * The whole job: one pass over the source makes every rendition, the stills and the raw preview in `folder`, which must be empty and
 * is all it writes to; then the preview is made, every rendition is probed, and what was measured is written down.
 */
export async function forgeVideo(
  workshop: Workshop,
  planned: MediaPlan,
  input: string,
  folder: string,
  options: ForgeOptions,
): Promise<ForgedVideo> {
  const { signal, onProgress, silentSeconds = 60, pieces } = options
  const limits = passLimits(planned, silentSeconds)
  const meter = new ProgressMeter(planned, onProgress)
  const started = performance.now()
  const runPass = async (plan: MediaPlan, keeper?: PieceKeeper): Promise<MessageTail> => {
    const messages = new MessageTail()
    const handing = keeper && handOver(plan, folder, keeper, () => messages.errorsOf(plan.facts.video.codec))
    try {
      await runProgram({
        program: workshop.ffmpeg,
        arguments: encodeArguments(plan, resolve(input)),
        folder,
        fences: workshop.fences,
        limits,
        signal,
        messages,
        onStart: (pid) => meter.runs(() => cpuSecondsOf(pid)),
        onLine: followPass((progress) => meter.passAt(progress.seconds)),
      })
      return messages
    } finally {
      await handing?.stop()
    }
  }
  try {
    let plan = planned
    let messages = await runPass(plan, pieces)
    if (messages.errorsOf(plan.facts.video.codec) > 0 && plan.rungs.some(({ action }) => action === 'copy')) {
      await pieces?.drop()
      plan = planWithoutCopies(plan)
      meter.passAgain(plan)
      messages = await runPass(plan)
    }
    meter.passDone()
    const pass = readMeasurement(messages.text())
    const stills = await gatherStills(plan, folder)
    const preview = await makePreview(workshop, plan.preview, folder, limits, signal)
    await rm(join(folder, passFiles.preview), { force: true })
    meter.previewDone()
    const inspected = await inspectRenditions(workshop, plan, folder, { ssim: pass.ssim, decodeErrors: messages.errorsOf() }, signal)
    const { renditions } = inspected
    const notes = [...plan.notes, ...inspected.notes]
    const wallSeconds = (performance.now() - started) / 1000
    const cpuSeconds = pass.cpuSeconds + preview.cpuSeconds
    const metadata = join(folder, 'metadata.json')
    await writeFile(metadata, JSON.stringify(describeJob(plan, renditions, notes, { cpuSeconds, wallSeconds }), null, 2))
    meter.allDone()
    return {
      renditions,
      ...stills,
      preview: preview.path,
      metadata,
      formats: plan.formats,
      notes,
      cpuSeconds,
      passCpuSeconds: pass.cpuSeconds,
      wallSeconds,
    }
  } finally {
    meter.stop()
  }
}

const handOver = (plan: MediaPlan, folder: string, { keep, onMissed, everyMs }: PieceKeeper, decodeErrors: () => number) =>
  handOverPieces(new PieceCutter(plan, wholeStretch(plan), folder), {
    onPiece: (piece) => keep({ ...piece, decodeErrors: decodeErrors() }),
    onRejected: onMissed,
    onFailure: onMissed,
    everyMs,
  })
