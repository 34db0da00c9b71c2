import { resolve } from 'node:path'
import { compareArguments, comparisons } from '../../arguments/reencode-arguments.ts'
import type { Segment } from '../../planning/part-plan.ts'
import { followPass, readMeasurement } from '../encode/follow-pass.ts'
import { passLimits } from '../encode/pass-limits.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import { lowestPriority, type Reencode } from './encode-runs.ts'

export interface Comparison {
  /** Mean luma SSIM against the source at the size of the rendition. */
  ssim: number
  ssimBefore: number
  frames: number
  cpuSeconds: number
}

/** Compares the frames of a segment in both versions with the source. Both files begin with it. */
export async function compareVersions(
  { mediaTools, plan, rung, input, folder, signal }: Omit<Reencode, 'majorVersion'>,
  segment: Segment,
  { made, before, threads }: { made: string; before: string; threads: number },
): Promise<Comparison> {
  const { messages } = await runProgram({
    program: mediaTools.ffmpeg,
    arguments: compareArguments(plan, rung, segment, { input: resolve(input), made: resolve(made), before: resolve(before) }, threads),
    folder,
    sandbox: mediaTools.sandbox,
    limits: passLimits(plan, 60),
    niceness: lowestPriority,
    signal,
    onLine: followPass(() => {}),
  })
  const text = messages.text()
  const [ssim, ssimBefore] = [comparisons.made, comparisons.before].map((name) => ssimOf(text, name))
  if (ssim === undefined || ssimBefore === undefined) throw new Error('The two versions could not be compared.')
  return { ssim, ssimBefore, frames: segment.frames, cpuSeconds: readMeasurement(text).cpuSeconds }
}

function ssimOf(messages: string, name: string): number | undefined {
  const found = new RegExp(`\\[${name} @[^\\]]*\\].*SSIM Y:([\\d.]+)`).exec(messages)?.[1]
  return found === undefined ? undefined : Number(found)
}
