import { expect, test } from 'vitest'
import { createStepPause } from './step-pause.ts'

function pauseAt() {
  let nowMs = 0
  const pause = createStepPause(() => nowMs)
  /** Seconds until it is over. */
  const seconds = () => {
    const from = nowMs
    while (!pause.isOver()) nowMs += 1000
    return (nowMs - from) / 1000
  }
  return { pause, seconds }
}

test('rests longer after each failure in a row, and not longer than ten minutes', () => {
  const { pause, seconds } = pauseAt()
  expect(pause.isOver()).toBe(true)
  const lengths = Array.from({ length: 7 }, () => {
    pause.afterFailure()
    return seconds()
  })
  expect(lengths).toEqual([30, 60, 120, 240, 480, 600, 600])
  pause.afterStep({ cpuSeconds: 25, seconds: 25 }, 2)
  pause.afterFailure()
  expect(seconds()).toBe(30)
})

test.each([
  ['a tenth of one core', 0.1, 225],
  ['half of two cores, which one thread needs', 1, 0],
  ['a quarter of two cores', 0.5, 25],
  ['all of four cores', 4, 0],
])('after a step of 25 CPU seconds in 25 seconds, %s', (_, allowedCores, rest) => {
  const { pause, seconds } = pauseAt()
  pause.afterStep({ cpuSeconds: 25, seconds: 25 }, allowedCores)
  expect(seconds()).toBe(rest)
})
