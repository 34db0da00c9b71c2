import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from './new-id.ts'

test('ids are UUIDv7 and sort by the time they were made', () => {
  const early = newId(1_700_000_000_000)
  const late = newId(1_700_000_000_001)
  expect(early).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(early < late).toBe(true)
  expect(new Set(Array.from({ length: 1000 }, () => newId(0))).size).toBe(1000)
})

test('ids sort in the order in which they were made, also within a millisecond and after a small step back of the clock', () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  // More than one millisecond can count.
  const ids = Array.from({ length: 10_000 }, () => newId())
  vi.setSystemTime(1_699_999_999_000)
  ids.push(newId(), newId())
  expect(ids.toSorted()).toEqual(ids)
  vi.setSystemTime(1_600_000_000_000)
  expect(newId() < (ids[0] ?? '')).toBe(true)
})
