import type { Format } from '../plan/ladder.ts'
import type { MediaPlan } from '../plan/make-plan.ts'

export interface JobProgress {
  /** 0 to 1, weighted by what each part costs; never goes back. */
  done: number
  /** Seconds left by the speed so far; null until there is one. */
  secondsLeft: number | null
  rungs: readonly { format: Format; done: number }[]
}

/** What the parts of a job cost, in any one unit. */
export interface JobWeights {
  pass: number
  preview: number
  check: number
}

/** Adds the parts up and reports at least once a second, whether anything moved or not. */
export class ProgressMeter {
  private share = 0
  private rungs = 0
  private readonly started = performance.now()
  private readonly timer: NodeJS.Timeout
  private readonly plan: MediaPlan
  private readonly weights: JobWeights
  private readonly report: ((progress: JobProgress) => void) | undefined

  constructor(plan: MediaPlan, weights: JobWeights, report: ((progress: JobProgress) => void) | undefined) {
    this.plan = plan
    this.weights = weights
    this.report = report
    this.timer = setInterval(() => this.tell(), 900)
  }

  /** `seconds` of the renditions are written: the rungs advance together, frame by frame. */
  passAt(seconds: number): void {
    this.rungs = Math.max(this.rungs, Math.min(0.999, seconds / Math.max(0.001, this.plan.facts.duration)))
    this.advance(this.weights.pass * this.rungs)
  }

  passDone(): void {
    this.rungs = 1
    this.advance(this.weights.pass)
  }

  previewDone(): void {
    this.advance(this.weights.pass + this.weights.preview)
  }

  checked(rungs: number): void {
    this.advance(this.weights.pass + this.weights.preview + (this.weights.check * rungs) / Math.max(1, this.plan.rungs.length))
  }

  done(): void {
    this.advance(Number.POSITIVE_INFINITY)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private advance(weight: number): void {
    const whole = this.weights.pass + this.weights.preview + this.weights.check
    this.share = Math.max(this.share, Math.min(1, weight / whole))
    this.tell()
  }

  private tell(): void {
    const spent = (performance.now() - this.started) / 1000
    this.report?.({
      done: this.share,
      secondsLeft: this.share > 0.01 ? Math.round((spent * (1 - this.share)) / this.share) : null,
      rungs: this.plan.rungs.map(({ format }) => ({ format, done: this.rungs })),
    })
  }
}
