import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('ids are UUIDv7 and sort by the time they were made', () => {
  const early = newId(1_700_000_000_000)
  const late = newId(1_700_000_000_001)
  expect(early).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(early < late).toBe(true)
  expect(new Set(Array.from({ length: 1000 }, () => newId(0))).size).toBe(1000)
})
