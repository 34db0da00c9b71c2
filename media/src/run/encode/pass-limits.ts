import type { MediaPlan } from '../../planning/make-plan.ts'
import type { ProgramLimits } from '../ffmpeg/run-program.ts'

/** Memory for the frames in decoder, filters and encoders at the source's size, with a margin. */
export function passLimits(plan: MediaPlan, silentSeconds: number): ProgramLimits {
  const area = plan.facts.video.stored.width * plan.facts.video.stored.height
  return {
    seconds: 600 + plan.expectedCpuSeconds * 20,
    silentSeconds,
    memoryBytes: 1024 ** 3 + area * (300 + 50 * plan.machine.cores),
    fileBytes: Math.max(1024 ** 3, plan.facts.size * 20),
  }
}
