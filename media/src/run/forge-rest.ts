import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { MediaPlan } from '../plan/make-plan.ts'
import { restArguments } from '../plan/part-arguments.ts'
import { passFiles } from '../plan/still-arguments.ts'
import { followPass, readMeasurement } from './follow-pass.ts'
import { gatherStills } from './gather-stills.ts'
import { makePreview } from './make-preview.ts'
import { passLimits } from './pass-limits.ts'
import type { Workshop } from './programs.ts'
import { runProgram } from './run-program.ts'

export interface RestOptions {
  signal: AbortSignal
  onProgress: (done: number) => void
  silentSeconds?: number
}

/** Everything but the encoded pictures, made once for the whole video in `folder`: the sound, copied rungs, stills and preview. */
export async function forgeRest(
  workshop: Workshop,
  plan: MediaPlan,
  input: string,
  folder: string,
  { signal, onProgress, silentSeconds = 60 }: RestOptions,
): Promise<{ files: string[]; cpuSeconds: number; decodeErrors: number }> {
  const limits = passLimits(plan, silentSeconds)
  const { messages } = await runProgram({
    program: workshop.ffmpeg,
    arguments: restArguments(plan, resolve(input)),
    folder,
    fences: workshop.fences,
    limits,
    signal,
    onLine: followPass((progress) => onProgress(Math.min(0.9, progress.seconds / Math.max(0.001, plan.facts.duration)))),
  })
  await gatherStills(plan, folder)
  const preview = await makePreview(workshop, plan.preview, folder, limits, signal)
  await rm(join(folder, passFiles.preview), { force: true })
  return {
    files: (await readdir(folder)).sort(),
    cpuSeconds: readMeasurement(messages.text()).cpuSeconds + preview.cpuSeconds,
    decodeErrors: messages.errorsOf(),
  }
}
