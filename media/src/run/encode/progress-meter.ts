import { cpuPerSecond, type StepSeconds, stepSeconds } from '../../planning/cost.ts'
import type { Format } from '../../planning/formats.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { toNumber } from '../../probing/ratio.ts'

export interface JobProgress {
  /** 0 to 1, weighted by the expected seconds of each step; never decreases. */
  done: number
  /** Seconds until everything is encoded and checked; null until the pass has started. */
  secondsLeft: number | null
  rungs: readonly { format: Format; done: number }[]
}

const encoder = {
  /** Frames that an encoder buffers before it writes the first one. */
  lookAheadFrames: 12,
  /** The share of decoding and scaling in the cost of a frame. */
  shareBefore: 0.32,
  /** Frames after which the encoders have touched all their memory. */
  warmUpFrames: 16,
} as const
/** Speed is measured over the last half of the work, because the cost changes with the content. */
const windowShare = 0.5
/**
 * The weight of the plan's forecast against the measured speed: a share of the pass plus some seconds, because the first second of a pass
 * measures the start of the encoders and not their speed.
 */
const forecastWeight = { share: 0.1, seconds: 0.8 } as const
/** How the load of the machine is measured. */
const load = {
  /** Long enough to be stable, short enough to notice other jobs start and end. */
  windowSeconds: 8,
  /** Seconds of an idle machine that are assumed before the first sample. */
  assumedIdleSeconds: 0.15,
} as const
/** Progress must move every second, and timers are late on a busy machine. */
const reportIntervalMs = 400

interface Sample {
  at: number
  work: number
  /** CPU seconds used so far, where the system reports them. */
  cpu: number | undefined
  /** Whether the encoders have enough frames to use all cores. */
  isSaturated: boolean
}

/**
 * Combines the steps into one progress and reports it several times a second. Between two samples it drifts ahead, ever slower and never past
 * the next expected sample. Remaining time is known from the first sample on: the start of a program does not show its speed.
 */
export class ProgressMeter {
  private readonly plan: MediaPlan
  private readonly steps: StepSeconds
  private readonly report: ((progress: JobProgress) => void) | undefined
  private readonly timer: NodeJS.Timeout
  /** Expected seconds that are done, the most that the current step may drift ahead, and when it started. */
  private done = 0
  private maxDrift: number
  private since = performance.now()
  private share = 0
  private rungs = 0
  private passEnded = false
  private samples: Sample[] = []
  private cpuSeconds: () => number | undefined = () => undefined

  constructor(plan: MediaPlan, report: ((progress: JobProgress) => void) | undefined) {
    this.plan = plan
    this.steps = stepSeconds(plan)
    this.maxDrift = this.steps.start
    this.report = report
    this.timer = setInterval(() => this.reportNow(), reportIntervalMs)
  }

  /** The pass runs; `cpuSeconds` returns what it has used so far. */
  runs(cpuSeconds: () => number | undefined): void {
    this.cpuSeconds = cpuSeconds
  }

  /** `seconds` of the source are decoded. All rungs lag behind by the look-ahead of their encoders. */
  passAt(seconds: number): void {
    const { facts, timeline, rungs, progressInterval } = this.plan
    const duration = Math.max(0.001, facts.duration)
    const behind = rungs.some(({ action }) => action === 'encode') ? encoder.lookAheadFrames / toNumber(timeline.rate) : 0
    const encoded = Math.min(1, Math.max(0, seconds - behind) / duration)
    const pictures = encoder.shareBefore * Math.min(1, seconds / duration) + (1 - encoder.shareBefore) * encoded
    const warmth = Math.min(1, (seconds * toNumber(timeline.rate)) / encoder.warmUpFrames)
    const { start, pass, warm } = this.steps
    const work = Math.min(0.999, (pictures * (pass - warm) + warmth * warm) / pass)
    if (work < (this.samples.at(-1)?.work ?? 0)) return
    this.rungs = Math.min(0.999, encoded)
    this.samples.push({ at: performance.now(), work, cpu: this.cpuSeconds(), isSaturated: encoded > 0 })
    while (this.isOld(this.samples[1], work)) this.samples.shift()
    this.advance(start + pass * work, Math.min(pass * (1 - work), (pass * progressInterval) / duration))
  }

  passDone(): void {
    this.rungs = 1
    this.passEnded = true
    this.advance(this.steps.start + this.steps.pass, this.steps.preview)
  }

  previewDone(): void {
    this.advance(this.steps.start + this.steps.pass + this.steps.preview, this.steps.check)
  }

  allDone(): void {
    this.advance(this.total(), 0)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private advance(seconds: number, maxDrift: number): void {
    this.done = seconds
    this.maxDrift = maxDrift
    this.since = performance.now()
    this.reportNow()
  }

  private total(): number {
    const { start, pass, preview, check } = this.steps
    return start + pass + preview + check
  }

  private reportNow(): void {
    const waited = (performance.now() - this.since) / 1000
    const drifted = this.maxDrift > 0 ? (this.maxDrift * waited) / (waited + this.maxDrift * this.slowness()) : 0
    this.share = Math.max(this.share, Math.min(1, (this.done + drifted) / this.total()))
    this.report?.({
      done: this.share,
      secondsLeft: this.secondsLeft(waited),
      rungs: this.plan.rungs.map(({ format }) => ({ format, done: this.rungs })),
    })
  }

  /** Whether a sample is outside both the speed and the load window. */
  private isOld(sample: Sample | undefined, work: number): boolean {
    return sample !== undefined && sample.work <= work * windowShare && performance.now() - sample.at > load.windowSeconds * 1000
  }

  /**
   * Wall-clock seconds per planned second. With known CPU time it is the product of the CPU cost of the video, which changes slowly and does
   * not depend on other jobs, and the load of the machine in the last seconds. Otherwise it is the speed over the last half of the work,
   * smoothed by the plan.
   */
  private slowness(): number {
    const last = this.samples.at(-1)
    if (!last) return 1
    const first = this.samples.findLast(({ work }) => work <= last.work * windowShare) ?? last
    const { pass } = this.steps
    const forecast = forecastWeight.share * pass + forecastWeight.seconds
    const planned = (last.work - first.work) * pass
    const load = this.load(last)
    if (load === undefined || last.cpu === undefined || first.cpu === undefined) {
      const until = this.passEnded ? last.at : performance.now()
      return planned <= 0 ? 1 : ((until - first.at) / 1000 + forecast) / (planned + forecast)
    }
    const cpuCost = ((last.cpu - first.cpu) / cpuPerSecond(this.plan.machine) + forecast) / (planned + forecast)
    return cpuCost * load
  }

  /** Wall-clock time for the same CPU time, relative to an idle machine; undefined without CPU times. */
  private load(last: Sample): number | undefined {
    if (last.cpu === undefined) return undefined
    const first = this.samples.find(({ at, isSaturated }) => isSaturated && last.at - at <= load.windowSeconds * 1000) ?? last
    const idleSeconds = (last.cpu - (first.cpu ?? last.cpu)) / cpuPerSecond(this.plan.machine)
    return ((last.at - first.at) / 1000 + load.assumedIdleSeconds) / (idleSeconds + load.assumedIdleSeconds)
  }

  private secondsLeft(waited: number): number | null {
    const last = this.samples.at(-1)
    if (!last && !this.passEnded) return null
    const left = this.total() - this.done
    if (this.passEnded) return Math.max(0, left - Math.min(waited, this.maxDrift))
    const { start, pass } = this.steps
    const passLeft = start + pass - this.done
    return Math.max(0, passLeft * this.slowness() + (left - passLeft))
  }
}
