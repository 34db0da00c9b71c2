import { expect, test } from 'vitest'
import { heatPath } from './heat-path.ts'

test('the highest value reaches the top, and gaps the bottom', () => {
  expect(heatPath([0, 4, Number.NaN, 2])).toBe('M0,100 L0,100 L33.33,0 L66.67,100 L100,50 L100,100 Z')
})

test.each([[[]], [[5]], [[0, 0, 0]]])('%j shows nothing', (values) => {
  expect(heatPath(values)).toBe('')
})
