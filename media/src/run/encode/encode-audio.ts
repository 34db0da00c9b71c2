import { join } from 'node:path'
import { audioFile, audioPartArguments } from '../../arguments/part-arguments.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { type AudioChunk, AudioCutter } from '../checkpoints/cut-audio.ts'
import { emitChunks } from '../checkpoints/emit-chunks.ts'
import { inputName } from '../ffmpeg/input-name.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import type { ExtrasOptions, PartFiles } from './encode-extras.ts'
import { followPass, readMeasurement } from './follow-pass.ts'
import { passLimits } from './pass-limits.ts'

interface AudioOptions extends ExtrasOptions {
  /** Called with one chunk at a time and owns its file. When it rejects, the audio fails. */
  onAudio: (chunk: AudioChunk) => Promise<void>
}

/** Makes the audio of all encoded rungs in `folder`, and emits it in chunks for viewers. */
export async function encodeAudio(
  mediaTools: MediaTools,
  plan: MediaPlan,
  input: string,
  folder: string,
  { signal: outer, onProgress, onAudio, silentSeconds = 60 }: AudioOptions,
): Promise<PartFiles> {
  const failed = new AbortController()
  const signal = AbortSignal.any([outer, failed.signal])
  const onFailure = (error: unknown): void => failed.abort(error)
  const onRejected = (error: unknown): 'stop' => {
    onFailure(error)
    return 'stop'
  }
  const emitting = emitChunks(new AudioCutter(join(folder, audioFile), folder, plan), {
    onChunk: onAudio,
    onRejected,
    onFailure,
  })
  const { messages } = await runProgram({
    program: mediaTools.ffmpeg,
    arguments: audioPartArguments(plan, inputName(input)),
    folder,
    sandbox: mediaTools.sandbox,
    limits: passLimits(plan, silentSeconds),
    // It is made many times as fast as it is watched, and the first pictures should not wait for it.
    niceness: 19,
    signal,
    onLine: followPass((progress) => onProgress(Math.min(0.99, progress.seconds / Math.max(0.001, plan.facts.duration)))),
  }).finally(() => emitting.stop())
  signal.throwIfAborted()
  await emitting.finish()
  return { files: [audioFile], cpuSeconds: readMeasurement(messages.text()).cpuSeconds, decodeErrors: 0 }
}
