import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makePlan } from '../plan/make-plan.ts'
import { someMachine, someSource } from '../testing/some-source.ts'
import { type JobProgress, ProgressMeter } from './progress-meter.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const plan = makePlan(someSource({ video: { codec: 'hevc' } }), ['720p', '480p'], someMachine)

/**
 * A job of 10 s of video: 5 s until the program says anything; half a second that the encoders only gather, quickly; then half a second of
 * video each second; what they have gathered; and 2 s of small things.
 */
function watchJob(): (JobProgress & { at: number })[] {
  const reports: (JobProgress & { at: number })[] = []
  const meter = new ProgressMeter(plan, { pass: 20, preview: 1, check: 1 }, (progress) =>
    reports.push({ ...progress, at: performance.now() }),
  )
  vi.advanceTimersByTime(5000)
  for (let step = 0; step <= 100; step += 1) {
    meter.passAt(step / 10)
    vi.advanceTimersByTime(step < 5 ? 50 : 200)
  }
  vi.advanceTimersByTime(750)
  meter.passAt(3)
  meter.passDone()
  vi.advanceTimersByTime(1000)
  meter.previewDone()
  vi.advanceTimersByTime(1000)
  meter.checked(2)
  meter.done()
  meter.stop()
  return reports
}

it('never goes back, moves and reports all the time', () => {
  const reports = watchJob()
  expect(reports.every(({ done }, at) => done >= (reports[at - 1]?.done ?? 0))).toBe(true)
  expect(reports.every(({ at }, index) => at - (reports[index - 1]?.at ?? 0) <= 1000)).toBe(true)
  expect(reports.at(-1)).toMatchObject({ done: 1, secondsLeft: 0, rungs: [{ done: 1 }, { done: 1 }] })
})

it('knows after a tenth when it will be done, however long the start took', () => {
  const reports = watchJob()
  const end = reports.at(-1)?.at ?? 0
  const late = reports.filter(({ done }) => done >= 0.1)
  expect(reports.filter(({ at }) => at < 5000).every(({ secondsLeft }) => secondsLeft === null)).toBe(true)
  for (const { at, secondsLeft } of late) expect(Math.abs(at + (secondsLeft ?? Number.NaN) * 1000 - end)).toBeLessThan(end * 0.2)
})
