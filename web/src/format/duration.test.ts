import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [84, '1:24'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3725.4, '1:02:05'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
