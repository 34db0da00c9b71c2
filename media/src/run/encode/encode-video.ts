import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeArguments, rungFile } from '../../arguments/encode-arguments.ts'
import { passFiles } from '../../arguments/thumbnail-arguments.ts'
import type { FormatPlan } from '../../planning/describe-plan.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { copiedRungs, rungsOf, wholeSegment } from '../../planning/part-plan.ts'
import { type AudioChunk, AudioCutter } from '../checkpoints/cut-audio.ts'
import { type Checkpoint, CheckpointCutter, type CheckpointFiles } from '../checkpoints/cut-checkpoints.ts'
import { emitChunks } from '../checkpoints/emit-chunks.ts'
import { inputName } from '../ffmpeg/input-name.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { MessageTail } from '../ffmpeg/message-tail.ts'
import { type ProgramLimits, runProgram } from '../ffmpeg/run-program.ts'
import { inspectRenditions, type Rendition } from '../inspect/inspect-rendition.ts'
import { collectThumbnails } from './collect-thumbnails.ts'
import { cpuSecondsOf } from './cpu-time.ts'
import { DamagedSource } from './damaged-source.ts'
import { describeJob, writeMetadata } from './describe-job.ts'
import { followPass, readMeasurement } from './follow-pass.ts'
import { makePreview } from './make-preview.ts'
import { passLimits } from './pass-limits.ts'
import { type JobProgress, ProgressMeter } from './progress-meter.ts'

export interface EncodedVideo {
  renditions: readonly Rendition[]
  thumbnail: string
  /** The thumbnail for cards; some ffmpegs cannot write its format, and workers of an earlier version did not make it. */
  card: string | undefined
  preview: string
  storyboard: string
  storyboardTrack: string
  metadata: string
  /** What became of each chosen format. */
  formats: readonly FormatPlan[]
  notes: readonly string[]
  cpuSeconds: number
  /** The share of the one pass over the source. */
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

/**
 * Stores the checkpoints of a pass, so that it can be resumed, and its audio, so that both can be watched. A pass never fails because
 * something could not be stored.
 */
export interface CheckpointSink {
  /** Called with one checkpoint at a time and owns its files. A rejected checkpoint may be offered again. */
  keep(checkpoint: Checkpoint): Promise<void>
  /** The same for the audio. */
  keepAudio(chunk: AudioChunk): Promise<void>
  /** A checkpoint was not stored: offer it again, or stop cutting checkpoints. */
  onMissed(error: unknown): 'again' | 'stop'
  /** The stored checkpoints are useless. */
  drop(): Promise<void>
  /** How often to look for finished checkpoints, if not at the default interval. */
  everyMs?: number
}

/** What every step of one job needs. */
interface EncodeJob {
  mediaTools: MediaTools
  input: string
  /** Empty at the start, and the only place that is written to. */
  folder: string
  limits: ProgramLimits
  signal: AbortSignal
  meter: ProgressMeter
}

/**
 * The whole job: one pass makes every rendition, the thumbnails and the raw preview in `folder`; then all of it is checked and measured. Fails
 * with DamagedSource where the plan copies what turns out to be damaged.
 */
export async function encodeVideo(
  mediaTools: MediaTools,
  plan: MediaPlan,
  input: string,
  folder: string,
  { signal, onProgress, silentSeconds = 60, checkpoints }: EncodeOptions,
): Promise<EncodedVideo> {
  const meter = new ProgressMeter(plan, onProgress)
  const job: EncodeJob = { mediaTools, input, folder, limits: passLimits(plan, silentSeconds), signal, meter }
  const startedAt = performance.now()
  try {
    const messages = await runPass(job, plan, checkpoints)
    meter.passDone()
    return await finishVideo(job, plan, messages, startedAt)
  } finally {
    meter.stop()
  }
}

async function runPass(job: EncodeJob, plan: MediaPlan, sink: CheckpointSink | undefined): Promise<MessageTail> {
  const { mediaTools, input, folder, limits, signal, meter } = job
  const messages = new MessageTail()
  const decodeErrors = (): number => messages.errorsOf(plan.facts.video.codec)
  const emitting = sink && emit(plan, folder, sink, decodeErrors)
  const damaged = new AbortController()
  const isRefused = (): boolean => decodeErrors() > 0 && copiedRungs(plan).length > 0
  let isOver = false
  try {
    await runProgram({
      program: mediaTools.ffmpeg,
      arguments: encodeArguments(plan, inputName(input)),
      folder,
      sandbox: mediaTools.sandbox,
      limits,
      signal: AbortSignal.any([signal, damaged.signal]),
      messages,
      onStart: (pid) => meter.runs(() => cpuSecondsOf(pid)),
      onLine: followPass((progress) => {
        meter.passAt(progress.seconds)
        if (isRefused()) damaged.abort(new DamagedSource())
      }),
    })
    if (isRefused()) throw new DamagedSource()
    isOver = true
    return messages
  } finally {
    await emitting?.stop(isOver)
  }
}

async function finishVideo(job: EncodeJob, plan: MediaPlan, messages: MessageTail, startedAt: number): Promise<EncodedVideo> {
  const { mediaTools, folder, limits, signal, meter } = job
  const pass = readMeasurement(messages.text())
  const thumbnails = await collectThumbnails(plan, folder)
  const preview = await makePreview(mediaTools, plan, folder, limits, signal)
  await rm(join(folder, passFiles.preview), { force: true })
  meter.previewDone()
  const outcome = { ssim: pass.ssim, decodeErrors: messages.errorsOf() }
  const { renditions, ...inspected } = await inspectRenditions(mediaTools, plan, folder, outcome, signal)
  const notes = [...plan.notes, ...inspected.notes]
  const measured = { cpuSeconds: pass.cpuSeconds + preview.cpuSeconds, wallSeconds: (performance.now() - startedAt) / 1000 }
  const metadata = await writeMetadata(folder, describeJob(plan, renditions, notes, measured))
  meter.allDone()
  return {
    renditions,
    ...thumbnails,
    preview: preview.path,
    card: preview.card,
    metadata,
    formats: plan.formats,
    notes,
    ...measured,
    passCpuSeconds: pass.cpuSeconds,
  }
}

/** Emits the checkpoints and the audio of a pass while it runs, and what is left when it is over, if anything was stored before. */
function emit(plan: MediaPlan, folder: string, sink: CheckpointSink, decodeErrors: () => number) {
  const { onMissed, everyMs } = sink
  const [first] = rungsOf(plan, {})
  const pictures = new CheckpointCutter(plan, wholeSegment(plan), folder)
  const audio = plan.audio && first && new AudioCutter(join(folder, rungFile(first)), folder, plan)
  let isStored = false
  const options = { onRejected: onMissed, onFailure: onMissed, everyMs }
  const emitters = [
    emitChunks<CheckpointFiles>(pictures, {
      ...options,
      onChunk: async (checkpoint) => {
        await sink.keep({ ...checkpoint, decodeErrors: decodeErrors() })
        isStored = true
      },
    }),
    ...(audio ? [emitChunks<AudioChunk>(audio, { ...options, onChunk: sink.keepAudio })] : []),
  ]
  return {
    async stop(isOver: boolean): Promise<void> {
      if (isOver && isStored) await Promise.all(emitters.map((emitter) => emitter.finish())).catch(() => sink.drop())
      await Promise.all(emitters.map((emitter) => emitter.stop()))
      // Viewers would wait for what never comes.
      if (isOver && !isStored) await sink.drop()
    },
  }
}
