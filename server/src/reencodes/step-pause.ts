/** After a failure that another video would have, too; twice as long after each further one. */
const firstMs = 30_000
const maxMs = 10 * 60_000

export interface StepPause {
  isOver(): boolean
  afterFailure(): void
  /** Rests for as long as the cores would need for this work at their share. */
  afterStep(spent: { cpuSeconds: number; seconds: number }, allowedCores: number): void
}

/** When a process may do its next step. */
export function createStepPause(clockMs: () => number = () => performance.now()): StepPause {
  let untilMs = 0
  let failureCount = 0
  return {
    isOver: () => clockMs() >= untilMs,
    afterFailure() {
      untilMs = clockMs() + Math.min(maxMs, firstMs * 2 ** failureCount)
      failureCount += 1
    },
    afterStep({ cpuSeconds, seconds }, allowedCores) {
      failureCount = 0
      untilMs = clockMs() + 1000 * (cpuSeconds / allowedCores - seconds)
    },
  }
}
