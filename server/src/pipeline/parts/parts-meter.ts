/** How much of the work the plan's forecast stands for when it is weighed against the speed that was measured. */
const trustInPlan = 0.06
/** The speed is that of the last minute: workers come and go. */
const windowMs = 60_000

/** When parts that are made in several places will all be done. */
export class PartsMeter {
  private readonly expectedSeconds: number
  private readonly seen: { at: number; done: number }[] = []

  constructor(expectedSeconds: number) {
    this.expectedSeconds = expectedSeconds
  }

  /** `done` of all work, 0 to 1, at `at` milliseconds of any clock. Until something is done the plan is all there is. */
  secondsLeft(done: number, at: number): number {
    if (done <= 0) return this.expectedSeconds
    this.seen.push({ at, done })
    while ((this.seen[1]?.at ?? at) < at - windowMs) this.seen.shift()
    const first = this.seen[0] ?? { at, done }
    const seconds = (at - first.at) / 1000 + trustInPlan * this.expectedSeconds
    const perSecond = (done - first.done + trustInPlan) / Math.max(0.001, seconds)
    return Math.max(0, (1 - done) / perSecond)
  }
}
