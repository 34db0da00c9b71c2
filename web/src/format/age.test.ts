import { expect, test } from 'vitest'
import { formatAge } from './age.ts'

test("uses the largest whole unit, and a clock that is ahead shows 'now'", () => {
  const now = Date.parse('2026-03-03T12:00:00Z')
  const ago = (seconds: number) => formatAge(new Date(now - seconds * 1000).toISOString(), now)
  expect([-5, 0, 1, 59, 60, 3599, 3600, 90_000].map(ago)).toEqual([
    'now',
    'now',
    '1 s ago',
    '59 s ago',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '1 d ago',
  ])
})
