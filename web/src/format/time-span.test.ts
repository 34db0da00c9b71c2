import { expect, test } from 'vitest'
import { formatTimeSpan } from './time-span.ts'

test.each([
  [0, '1 s'],
  [8.4, '8 s'],
  [89, '89 s'],
  [90, '2 min'],
  [3540, '59 min'],
  [3599, '1 h'],
  [3900, '1 h 5 min'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatTimeSpan(seconds)).toBe(text)
})
