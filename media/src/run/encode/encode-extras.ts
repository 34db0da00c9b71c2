import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { extrasArguments } from '../../arguments/part-arguments.ts'
import { passFiles } from '../../arguments/thumbnail-arguments.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { canSeek } from '../../planning/part-plan.ts'
import { inputName } from '../ffmpeg/input-name.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import { collectThumbnails } from './collect-thumbnails.ts'
import { followPass, readMeasurement } from './follow-pass.ts'
import { makePreview } from './make-preview.ts'
import { passLimits } from './pass-limits.ts'

export interface ExtrasOptions {
  signal: AbortSignal
  onProgress: (done: number) => void
  silentSeconds?: number
}

/** The result of a part without checkpoints. */
export interface PartFiles {
  /** Names in the folder. */
  files: string[]
  cpuSeconds: number
  decodeErrors: number
}

/** Where the pictures are one part, this is done beside it, and viewers wait for the pictures. */
const nicenessOf = (plan: MediaPlan): number => (canSeek(plan) ? 10 : 19)

/** Makes everything but rungs and audio once for all parts, in `folder`: thumbnails and preview. */
export async function encodeExtras(
  mediaTools: MediaTools,
  plan: MediaPlan,
  input: string,
  folder: string,
  { signal, onProgress, silentSeconds = 60 }: ExtrasOptions,
): Promise<PartFiles> {
  const limits = passLimits(plan, silentSeconds)
  const { messages } = await runProgram({
    program: mediaTools.ffmpeg,
    arguments: extrasArguments(plan, inputName(input)),
    folder,
    sandbox: mediaTools.sandbox,
    limits,
    niceness: nicenessOf(plan),
    signal,
    onLine: followPass((progress) => onProgress(Math.min(0.9, progress.seconds / Math.max(0.001, plan.facts.duration)))),
  })
  await collectThumbnails(plan, folder)
  const preview = await makePreview(mediaTools, plan, folder, limits, signal)
  await rm(join(folder, passFiles.preview), { force: true })
  return {
    files: (await readdir(folder)).sort(),
    cpuSeconds: readMeasurement(messages.text()).cpuSeconds + preview.cpuSeconds,
    decodeErrors: messages.errorsOf(),
  }
}
