import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { encodeArguments } from '../../arguments/encode-arguments.ts'
import { passFiles } from '../../arguments/thumbnail-arguments.ts'
import { type FormatPlan, type MediaPlan, planWithoutCopies } from '../../planning/make-plan.ts'
import { wholeSegment } from '../../planning/part-plan.ts'
import { type Checkpoint, CheckpointCutter } from '../checkpoints/cut-checkpoints.ts'
import { emitCheckpoints } from '../checkpoints/emit-checkpoints.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { MessageTail } from '../ffmpeg/message-tail.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import { inspectRenditions, type Rendition } from '../inspect/inspect-rendition.ts'
import { collectThumbnails } from './collect-thumbnails.ts'
import { cpuSecondsOf } from './cpu-time.ts'
import { describeJob } from './describe-job.ts'
import { followPass, readMeasurement } from './follow-pass.ts'
import { makePreview } from './make-preview.ts'
import { passLimits } from './pass-limits.ts'
import { type JobProgress, ProgressMeter } from './progress-meter.ts'

export interface EncodedVideo {
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

export interface EncodeOptions {
  signal: AbortSignal
  onProgress?: (progress: JobProgress) => void
  /** Seconds without progress before a run counts as stuck. */
  silentSeconds?: number
  checkpoints?: CheckpointSink | undefined
}

/** Who keeps what a pass has finished, so that it can be gone on with. A pass never fails for want of that. */
export interface CheckpointSink {
  /** Called with each piece, one after the other; its files are the callee's. One that it rejects may come again. */
  keep(checkpoint: Checkpoint): Promise<void>
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
export async function encodeVideo(
  mediaTools: MediaTools,
  planned: MediaPlan,
  input: string,
  folder: string,
  options: EncodeOptions,
): Promise<EncodedVideo> {
  const { signal, onProgress, silentSeconds = 60, checkpoints } = options
  const limits = passLimits(planned, silentSeconds)
  const meter = new ProgressMeter(planned, onProgress)
  const started = performance.now()
  const runPass = async (plan: MediaPlan, sink?: CheckpointSink): Promise<MessageTail> => {
    const messages = new MessageTail()
    const emitting = sink && emit(plan, folder, sink, () => messages.errorsOf(plan.facts.video.codec))
    try {
      await runProgram({
        program: mediaTools.ffmpeg,
        arguments: encodeArguments(plan, resolve(input)),
        folder,
        sandbox: mediaTools.sandbox,
        limits,
        signal,
        messages,
        onStart: (pid) => meter.runs(() => cpuSecondsOf(pid)),
        onLine: followPass((progress) => meter.passAt(progress.seconds)),
      })
      return messages
    } finally {
      await emitting?.stop()
    }
  }
  try {
    let plan = planned
    let messages = await runPass(plan, checkpoints)
    if (messages.errorsOf(plan.facts.video.codec) > 0 && plan.rungs.some(({ action }) => action === 'copy')) {
      await checkpoints?.drop()
      plan = planWithoutCopies(plan)
      meter.passAgain(plan)
      messages = await runPass(plan)
    }
    meter.passDone()
    const pass = readMeasurement(messages.text())
    const thumbnails = await collectThumbnails(plan, folder)
    const preview = await makePreview(mediaTools, plan.preview, folder, limits, signal)
    await rm(join(folder, passFiles.preview), { force: true })
    meter.previewDone()
    const inspected = await inspectRenditions(mediaTools, plan, folder, { ssim: pass.ssim, decodeErrors: messages.errorsOf() }, signal)
    const { renditions } = inspected
    const notes = [...plan.notes, ...inspected.notes]
    const wallSeconds = (performance.now() - started) / 1000
    const cpuSeconds = pass.cpuSeconds + preview.cpuSeconds
    const metadata = join(folder, 'metadata.json')
    await writeFile(metadata, JSON.stringify(describeJob(plan, renditions, notes, { cpuSeconds, wallSeconds }), null, 2))
    meter.allDone()
    return {
      renditions,
      ...thumbnails,
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

const emit = (plan: MediaPlan, folder: string, { keep, onMissed, everyMs }: CheckpointSink, decodeErrors: () => number) =>
  emitCheckpoints(new CheckpointCutter(plan, wholeSegment(plan), folder), {
    onCheckpoint: (checkpoint) => keep({ ...checkpoint, decodeErrors: decodeErrors() }),
    onRejected: onMissed,
    onFailure: onMissed,
    everyMs,
  })
