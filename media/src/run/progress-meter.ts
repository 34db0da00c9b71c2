import type { Format } from '../plan/ladder.ts'
import type { MediaPlan } from '../plan/make-plan.ts'
import { toNumber } from '../plan/ratio.ts'

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

/** Pictures an encoder gathers before the first of them is written. */
const lookAhead = 14
/** What a picture has cost when it is decoded and scaled, of what it costs in all. */
const beforeEncoding = 0.25

/**
 * Adds the parts up and reports at least once a second, whether anything moved or not. Time is forecast from the first sign of life on:
 * what a program needs to start says nothing about its speed.
 */
export class ProgressMeter {
  private share = 0
  private rungs = 0
  private first: { at: number; share: number } | undefined
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

  /** `seconds` of the source are decoded; the rungs follow together, frame by frame, by as much as their encoders look ahead. */
  passAt(seconds: number): void {
    const { facts, timeline, rungs } = this.plan
    const duration = Math.max(0.001, facts.duration)
    const behind = rungs.some(({ action }) => action === 'encode') ? lookAhead / toNumber(timeline.rate) : 0
    const encoded = Math.max(0, seconds - behind)
    this.rungs = Math.max(this.rungs, Math.min(0.999, encoded / duration))
    const done = beforeEncoding * Math.min(1, seconds / duration) + (1 - beforeEncoding) * this.rungs
    this.first ??= { at: performance.now(), share: this.shareOf(this.weights.pass * done) }
    this.advance(this.weights.pass * Math.min(0.999, done))
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
    this.share = Math.max(this.share, this.shareOf(weight))
    this.tell()
  }

  private shareOf(weight: number): number {
    return Math.min(1, weight / (this.weights.pass + this.weights.preview + this.weights.check))
  }

  private tell(): void {
    this.report?.({
      done: this.share,
      secondsLeft: this.secondsLeft(),
      rungs: this.plan.rungs.map(({ format }) => ({ format, done: this.rungs })),
    })
  }

  private secondsLeft(): number | null {
    if (!this.first || this.share - this.first.share < 0.01) return null
    const spent = (performance.now() - this.first.at) / 1000
    return Math.round((spent * (1 - this.share)) / (this.share - this.first.share))
  }
}
