import { expect, test } from 'vitest'
import { aspectRatioOf } from './aspect-ratio.ts'

test.each([
  ['1280x720', 16 / 9],
  ['720x1280', 9 / 16],
  ['4000x100', 2.4],
  ['100x4000', 0.5],
  ['0x0', 16 / 9],
  ['unknown', 16 / 9],
  [null, 16 / 9],
])('%s', (resolution, ratio) => {
  expect(aspectRatioOf(resolution)).toBeCloseTo(ratio)
})
