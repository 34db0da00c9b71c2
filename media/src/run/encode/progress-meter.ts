import { cpuPerSecond, type StepSeconds, stepSeconds } from '../../planning/cost.ts'
import type { Format } from '../../planning/formats.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { toNumber } from '../../probing/ratio.ts'

export interface JobProgress {
  /** 0 to 1, weighted by how long each part is expected to take; never goes back. */
  done: number
  /** Seconds until everything is made and checked; null until the pass has begun. */
  secondsLeft: number | null
  rungs: readonly { format: Format; done: number }[]
}

/** Pictures an encoder gathers before the first of them is written. */
const lookAhead = 12
/** What a picture has cost when it is decoded and scaled, of what it costs in all. */
const beforeEncoding = 0.32
/** Pictures after which the encoders know their memory. */
const warmUp = 16
/** The speed is taken from the last half of the work: what it costs changes with what is seen. */
const oldestInWindow = 0.5
/**
 * How much work the plan's forecast stands for when it is weighed against the speed that was measured: a part of the pass, and some
 * seconds more, because in its first second a pass says more about how encoders start than about how fast they are.
 */
const trustedPart = 0.1
const trustedSeconds = 0.8
/** How long back one looks for how much of the machine a pass gets: long enough to be steady, short enough to notice others come and go. */
const crowdSeconds = 8
/** Seconds of a machine to itself that are thought to have gone before. */
const trustedCalm = 0.15
/** Shorter than the second within which something has to move, for timers come late on a busy machine. */
const tellMilliseconds = 400

interface Sample {
  at: number
  work: number
  /** CPU seconds the program had used by then, where the system says so. */
  cpu: number | undefined
  /** Whether the encoders have pictures enough to work on; before that one core does most of what there is. */
  isFlowing: boolean
}

/**
 * Adds the parts up and reports several times a second. Between two signs of life it goes on by itself, slower and slower and never as far
 * as the next sign would take it. Time left is counted from the first beat of the pass on: what a program needs to start says nothing about
 * its speed.
 */
export class ProgressMeter {
  private plan: MediaPlan
  private steps: StepSeconds
  private readonly report: ((progress: JobProgress) => void) | undefined
  private readonly timer: NodeJS.Timeout
  /** Expected seconds that are surely done, how many the present step may hold, and since when it runs. */
  private done = 0
  private room: number
  private since = performance.now()
  private share = 0
  private rungs = 0
  /** What was shown when the pass began anew; the rest of the bar is the new one's. */
  private before = { share: 0, rungs: 0 }
  private passEnded = false
  private samples: Sample[] = []
  private cpuSeconds: () => number | undefined = () => undefined

  constructor(plan: MediaPlan, report: ((progress: JobProgress) => void) | undefined) {
    this.plan = plan
    this.steps = stepSeconds(plan)
    this.room = this.steps.start
    this.report = report
    this.timer = setInterval(() => this.tell(), tellMilliseconds)
  }

  /** The program of the pass runs, and this says how many CPU seconds it has used. */
  runs(cpuSeconds: () => number | undefined): void {
    this.cpuSeconds = cpuSeconds
  }

  /** `seconds` of the source are decoded; the rungs follow together, frame by frame, by as much as their encoders look ahead. */
  passAt(seconds: number): void {
    const { facts, timeline, rungs, progressInterval } = this.plan
    const duration = Math.max(0.001, facts.duration)
    const behind = rungs.some(({ action }) => action === 'encode') ? lookAhead / toNumber(timeline.rate) : 0
    const encoded = Math.min(1, Math.max(0, seconds - behind) / duration)
    const pictures = beforeEncoding * Math.min(1, seconds / duration) + (1 - beforeEncoding) * encoded
    const warmth = Math.min(1, (seconds * toNumber(timeline.rate)) / warmUp)
    const { start, pass, warm } = this.steps
    const work = Math.min(0.999, (pictures * (pass - warm) + warmth * warm) / pass)
    if (work < (this.samples.at(-1)?.work ?? 0)) return
    this.rungs = Math.min(0.999, encoded)
    this.samples.push({ at: performance.now(), work, cpu: this.cpuSeconds(), isFlowing: encoded > 0 })
    while (this.isOld(this.samples[1], work)) this.samples.shift()
    this.advance(start + pass * work, Math.min(pass * (1 - work), (pass * progressInterval) / duration))
  }

  /** The pass is made once more, by another plan; what was shown stays. */
  passAgain(plan: MediaPlan): void {
    this.before = { share: this.shownShare(), rungs: this.shownRungs() }
    this.plan = plan
    this.steps = stepSeconds(plan)
    this.share = 0
    this.rungs = 0
    this.samples = []
    this.advance(0, this.steps.start)
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

  private advance(seconds: number, room: number): void {
    this.done = seconds
    this.room = room
    this.since = performance.now()
    this.tell()
  }

  private total(): number {
    const { start, pass, preview, check } = this.steps
    return start + pass + preview + check
  }

  private tell(): void {
    const waited = (performance.now() - this.since) / 1000
    const drifted = this.room > 0 ? (this.room * waited) / (waited + this.room * this.slowness()) : 0
    this.share = Math.max(this.share, Math.min(1, (this.done + drifted) / this.total()))
    this.report?.({
      done: this.shownShare(),
      secondsLeft: this.secondsLeft(waited),
      rungs: this.plan.rungs.map(({ format }) => ({ format, done: this.shownRungs() })),
    })
  }

  private readonly shownShare = (): number => this.before.share + (1 - this.before.share) * this.share
  private readonly shownRungs = (): number => this.before.rungs + (1 - this.before.rungs) * this.rungs

  /** A beat that neither the speed nor the crowd is taken from any more. */
  private isOld(progressInterval: Sample | undefined, work: number): boolean {
    return (
      progressInterval !== undefined &&
      progressInterval.work <= work * oldestInWindow &&
      performance.now() - progressInterval.at > crowdSeconds * 1000
    )
  }

  /**
   * Seconds by the clock for one second of the plan's. Where the program's CPU time is known, it is two questions: how dear the pictures are,
   * which changes slowly and which others' work does not touch, and how much of the machine the pass gets, which is asked of the last
   * seconds. Where it is not, it is the speed of the last half of the work, steadied by the plan.
   */
  private slowness(): number {
    const last = this.samples.at(-1)
    if (!last) return 1
    const first = this.samples.findLast(({ work }) => work <= last.work * oldestInWindow) ?? last
    const { pass } = this.steps
    const trusted = trustedPart * pass + trustedSeconds
    const planned = (last.work - first.work) * pass
    const crowd = this.crowd(last)
    if (crowd === undefined || last.cpu === undefined || first.cpu === undefined) {
      const until = this.passEnded ? last.at : performance.now()
      return planned <= 0 ? 1 : ((until - first.at) / 1000 + trusted) / (planned + trusted)
    }
    const dearness = ((last.cpu - first.cpu) / cpuPerSecond(this.plan.machine) + trusted) / (planned + trusted)
    return dearness * crowd
  }

  /** How many times as long the clock goes for the same CPU time as on a machine with nothing else to do; unknown where CPU time is. */
  private crowd(last: Sample): number | undefined {
    if (last.cpu === undefined) return undefined
    const first = this.samples.find(({ at, isFlowing }) => isFlowing && last.at - at <= crowdSeconds * 1000) ?? last
    const calm = (last.cpu - (first.cpu ?? last.cpu)) / cpuPerSecond(this.plan.machine)
    return ((last.at - first.at) / 1000 + trustedCalm) / (calm + trustedCalm)
  }

  private secondsLeft(waited: number): number | null {
    const last = this.samples.at(-1)
    if (!last && !this.passEnded) return null
    const left = this.total() - this.done
    if (this.passEnded) return Math.max(0, left - Math.min(waited, this.room))
    const { start, pass } = this.steps
    const passLeft = start + pass - this.done
    return Math.max(0, passLeft * this.slowness() + (left - passLeft))
  }
}
