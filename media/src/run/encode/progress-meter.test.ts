import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cpuPerSecond, encodingSpeedOf, stepSeconds } from '../../planning/cost.ts'
import { makePlan } from '../../planning/make-plan.ts'
import { someMachine, someSource } from '../../testing/some-source.ts'
import { type JobProgress, ProgressMeter } from './progress-meter.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const plan = makePlan(someSource({ video: { codec: 'hevc' } }), ['720p', '480p'], someMachine)
const { pass, warm } = stepSeconds(plan)
/** Milliseconds the plan expects for a tenth of a second of its 10 s of video, and for the first ones. */
const planned = ((pass - warm) * 1000) / 100
const gathered = planned * 0.3 + (warm * 1000) / 5

type Report = JobProgress & { at: number }

/**
 * A job of 10 s of video on a machine `slowness` times as slow as planned: 5 s until the program says anything; half a second that the
 * encoders only gather, in memory that is new to them; the rest; what they have gathered; and the small things.
 */
function watchJob(slowness = 1, encodingSpeed = 1): Report[] {
  const reports: Report[] = []
  const meter = new ProgressMeter({ ...plan, machine: { ...plan.machine, encodingSpeed } }, (progress) =>
    reports.push({ ...progress, at: performance.now() }),
  )
  vi.advanceTimersByTime(5000)
  for (let step = 0; step <= 100; step += 1) {
    meter.passAt(step / 10)
    vi.advanceTimersByTime(slowness * (step < 5 ? gathered : planned))
  }
  vi.advanceTimersByTime(planned * slowness * 2)
  meter.passAt(3)
  meter.passDone()
  vi.advanceTimersByTime(400)
  meter.previewDone()
  vi.advanceTimersByTime(300)
  meter.allDone()
  meter.stop()
  return reports
}

const neverGoesBack = (reports: readonly Report[]): boolean => reports.every(({ done }, at) => done >= (reports[at - 1]?.done ?? 0))

it('never goes back and moves every second, in silence too', () => {
  const reports = watchJob(8)
  expect(neverGoesBack(reports)).toBe(true)
  const moves = reports.filter(({ done }, at) => done > (reports[at - 1]?.done ?? 0))
  expect(moves.every(({ at }, index) => at - (moves[index - 1]?.at ?? 0) <= 1000)).toBe(true)
  expect(reports.at(-1)).toMatchObject({ done: 1, secondsLeft: 0, rungs: [{ done: 1 }, { done: 1 }] })
})

it('is not done before it is', () => {
  const reports = watchJob()
  expect(reports.slice(0, -1).every(({ done }) => done < 1)).toBe(true)
})

it.each([
  [0.8, 1],
  [1, 1],
  [1.2, 1],
  [0.6, 0.6],
  [3, 3],
])(
  'knows after a tenth when it will be done, however long the start took (%s times as slow, of which %s was learned)',
  (slowness, encodingSpeed) => {
    const reports = watchJob(slowness, encodingSpeed)
    const end = reports.at(-1)?.at ?? 0
    const took = end - 5000
    const late = reports.filter(({ done }) => done >= 0.1)
    expect(reports.filter(({ at }) => at < 5000).every(({ secondsLeft }) => secondsLeft === null)).toBe(true)
    for (const { at, secondsLeft } of late) expect(Math.abs(at + (secondsLeft ?? Number.NaN) * 1000 - end)).toBeLessThan(took * 0.2)
  },
)

it('learns from a job how dear the work is here, whatever it thought before', () => {
  const took = 2 * plan.expectedCpuSeconds
  expect(encodingSpeedOf(plan, took)).toBeCloseTo(2)
  expect(encodingSpeedOf({ ...plan, machine: { ...plan.machine, encodingSpeed: 5 } }, took)).toBeCloseTo(2)
})

it('takes others who come to the machine for what they are, as soon as they come and go', () => {
  const reports: Report[] = []
  const meter = new ProgressMeter(plan, (progress) => reports.push({ ...progress, at: performance.now() }))
  let cpu = 0
  meter.runs(() => cpu)
  /** Ten seconds of video, one tenth each, at a share of the machine. */
  const work = (from: number, to: number, share: number): void => {
    for (let step = from; step < to; step += 1) {
      meter.passAt(step / 10)
      cpu += (planned / 1000) * cpuPerSecond(plan.machine)
      vi.advanceTimersByTime(planned / share)
    }
  }
  work(0, 20, 1 / 6)
  const crowded = reports.at(-1)?.secondsLeft ?? 0
  expect(crowded).toBeGreaterThan(pass * 0.8 * 6 * 0.8)
  expect(crowded).toBeLessThan(pass * 0.8 * 6 * 1.2)
  work(20, 60, 1)
  vi.advanceTimersByTime(8000)
  work(60, 80, 1)
  const calm = reports.at(-1)?.secondsLeft ?? 0
  expect(calm).toBeGreaterThan(pass * 0.2 * 0.7)
  expect(calm).toBeLessThan(pass * 0.2 * 3)
  meter.stop()
})
