import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { audioFile, extrasArguments } from '../../arguments/part-arguments.ts'
import { passFiles } from '../../arguments/thumbnail-arguments.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { AudioCutter, type AudioPiece, isAudioPiece } from '../checkpoints/cut-audio.ts'
import { emitPieces } from '../checkpoints/emit-pieces.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import { collectThumbnails } from './collect-thumbnails.ts'
import { followPass, readMeasurement } from './follow-pass.ts'
import { makePreview } from './make-preview.ts'
import { passLimits } from './pass-limits.ts'

export interface ExtrasOptions {
  signal: AbortSignal
  onProgress: (done: number) => void
  /** Called with one piece of audio at a time and owns its file. When it rejects, the extras fail. */
  onAudio: (piece: AudioPiece) => Promise<void>
  silentSeconds?: number
}

/** Makes everything but the encoded video once for all parts, in `folder`: audio, copied rungs, thumbnails and preview. */
export async function encodeExtras(
  mediaTools: MediaTools,
  plan: MediaPlan,
  input: string,
  folder: string,
  { signal: outer, onProgress, onAudio, silentSeconds = 60 }: ExtrasOptions,
): Promise<{ files: string[]; cpuSeconds: number; decodeErrors: number }> {
  const limits = passLimits(plan, silentSeconds)
  const failed = new AbortController()
  const signal = AbortSignal.any([outer, failed.signal])
  const audio = plan.audio && emitAudio(folder, onAudio, (error) => failed.abort(error))
  const { messages } = await runProgram({
    program: mediaTools.ffmpeg,
    arguments: extrasArguments(plan, resolve(input)),
    folder,
    sandbox: mediaTools.sandbox,
    limits,
    signal,
    onLine: followPass((progress) => onProgress(Math.min(0.9, progress.seconds / Math.max(0.001, plan.facts.duration)))),
  }).finally(() => audio?.stop())
  signal.throwIfAborted()
  await audio?.finish()
  await collectThumbnails(plan, folder)
  const preview = await makePreview(mediaTools, plan.preview, folder, limits, signal)
  await rm(join(folder, passFiles.preview), { force: true })
  return {
    files: (await readdir(folder)).filter((name) => !isAudioPiece(name)).sort(),
    cpuSeconds: readMeasurement(messages.text()).cpuSeconds + preview.cpuSeconds,
    decodeErrors: messages.errorsOf(),
  }
}

function emitAudio(folder: string, onPiece: (piece: AudioPiece) => Promise<void>, onFailure: (error: unknown) => void) {
  const onRejected = (error: unknown): 'stop' => {
    onFailure(error)
    return 'stop'
  }
  return emitPieces(new AudioCutter(join(folder, audioFile), folder), { onPiece, onRejected, onFailure })
}
