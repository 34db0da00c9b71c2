import { rungFile } from '../../arguments/encode-arguments.ts'
import { copyArguments } from '../../arguments/part-arguments.ts'
import { isQuickCopy } from '../../planning/copy-cost.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { copiedRungs } from '../../planning/part-plan.ts'
import { inputName } from '../ffmpeg/input-name.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import type { ExtrasOptions, PartFiles } from './encode-extras.ts'
import { followPass, readMeasurement } from './follow-pass.ts'
import { passLimits } from './pass-limits.ts'

/**
 * Viewers wait for a quick copy, and see it before anything is encoded. Encoding the audio of a long video takes a minute, in which the first
 * pictures of another rung should not wait.
 */
const nicenessOf = (plan: MediaPlan): number => (isQuickCopy(plan) ? 5 : plan.audio?.action === 'encode' ? 19 : 10)

/** Makes the copied rungs in `folder`. Nothing but their audio is encoded, so it is done before the first encoded rung. */
export async function copyRungs(
  mediaTools: MediaTools,
  plan: MediaPlan,
  input: string,
  folder: string,
  { signal, onProgress, silentSeconds = 60 }: ExtrasOptions,
): Promise<PartFiles> {
  const { messages } = await runProgram({
    program: mediaTools.ffmpeg,
    arguments: copyArguments(plan, inputName(input)),
    folder,
    sandbox: mediaTools.sandbox,
    limits: passLimits(plan, silentSeconds),
    niceness: nicenessOf(plan),
    signal,
    onLine: followPass((progress) => onProgress(Math.min(0.99, progress.seconds / Math.max(0.001, plan.facts.duration)))),
  })
  return {
    files: copiedRungs(plan).map(rungFile),
    cpuSeconds: readMeasurement(messages.text()).cpuSeconds,
    decodeErrors: messages.errorsOf(),
  }
}
