import { expect, test } from 'vitest'
import { nextSpeed } from './speeds.ts'

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [2, 1, 2],
  [0.25, -1, 0.25],
  [1.1, 1, 1.25],
  [1.1, -1, 1],
  [4, 1, 4],
] as const)('from %d by %d to %d', (from, by, to) => {
  expect(nextSpeed(from, by)).toBe(to)
})
