/** The share of the work that the plan's forecast counts for against the measured speed. */
const planWeight = 0.06
/** Only the last minute counts for the speed: workers come and go. */
const windowMs = 60_000

/** Estimates when all parts of a job are done. */
export class PartsMeter {
  private readonly expectedSeconds: number
  private readonly seen: { at: number; done: number }[] = []

  constructor(expectedSeconds: number) {
    this.expectedSeconds = expectedSeconds
  }

  /** `done` is the share of all work, 0 to 1, at `at` milliseconds of any clock. Until something is done the plan's forecast is used. */
  secondsLeft(done: number, at: number): number {
    if (done <= 0) return this.expectedSeconds
    this.seen.push({ at, done })
    while ((this.seen[1]?.at ?? at) < at - windowMs) this.seen.shift()
    const first = this.seen[0] ?? { at, done }
    const seconds = (at - first.at) / 1000 + planWeight * this.expectedSeconds
    const perSecond = (done - first.done + planWeight) / Math.max(0.001, seconds)
    return Math.max(0, (1 - done) / perSecond)
  }
}
