import { expect, test } from 'vitest'
import { msUntilRenewal } from './stream-renewal.ts'

const now = Date.parse('2026-01-01T00:00:00.000Z')
const inSeconds = (seconds: number) => new Date(now + seconds * 1000).toISOString()

test.each([
  [3600, 3540],
  [90, 30],
  [60, 30],
  [10, 5],
  [1, 1],
  [-5, 1],
])('addresses that end in %d s are renewed in %d s', (left, wait) => {
  expect(msUntilRenewal(inSeconds(left), now)).toBe(wait * 1000)
})
