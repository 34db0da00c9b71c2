import { expect, test } from 'vitest'
import { clamp, endLimits, formatEditTime, parseEditTime, startLimits } from './edit-times.ts'

test.each([
  ['1:02.5', 62.5],
  ['62,25', 62.25],
  ['1:00:00.001', 3600.001],
  [' 7 ', 7],
  ['', undefined],
  ['1:2:3:4', undefined],
  ['-1', undefined],
  ['1:02.x', undefined],
])('%j is %s s', (text, seconds) => {
  expect(parseEditTime(text)).toBe(seconds)
})

test.each([
  [62.5, '1:02.5'],
  [0, '0:00.0'],
  [3600.25, '1:00:00.25'],
  [59.9996, '1:00.0'],
  [1.001, '0:01.001'],
])('%d s is %s, and read again', (seconds, text) => {
  expect(formatEditTime(seconds)).toBe(text)
  expect(parseEditTime(text)).toBeCloseTo(seconds, 3)
})

test('captions keep their order', () => {
  const cues = [1, 4, 9].map((start, key) => ({ key, start, end: start + 2, text: '', settings: '' }))
  expect(startLimits(cues, 1)).toEqual({ min: 1, max: 5.9 })
  expect(startLimits([...cues.slice(0, 2), { key: 5, start: 5, end: 6, text: '', settings: '' }], 1).max).toBe(5)
  expect(endLimits(cues, 1)).toEqual({ min: 4.1, max: undefined })
  expect(clamp(0.2, startLimits(cues, 1))).toBe(1)
  expect(clamp(8, startLimits(cues, 1))).toBe(5.9)
})
