import { expect, test } from 'vitest'
import { timeMarks } from './time-marks.ts'

test.each([
  [24, 4.8, [0, 5, 10, 15, 20]],
  [24, 9, [0, 10, 20]],
  [600, 100, [0, 120, 240, 360, 480, 600]],
  [0.5, 0.1, [0]],
  [100_000, 40_000, [0, 43_200, 86_400]],
])('a video of %d s with a mark every %d s or more', (duration, minStep, marks) => {
  expect(timeMarks(duration, minStep)).toEqual(marks)
})
