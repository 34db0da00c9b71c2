import { expect, test } from 'vitest'
import { formatRelativeDate } from './dates.ts'

const now = new Date(2026, 2, 30, 0, 30)
const daysBefore = (days: number, hour = 12) => new Date(2026, 2, 30 - days, hour).toISOString()

test.each([
  [daysBefore(0, 0), 'Today'],
  [daysBefore(1, 23), 'Yesterday'],
  [daysBefore(2, 0), '2 days ago'],
  [daysBefore(6), '6 days ago'],
  [daysBefore(7), new Date(2026, 2, 23, 12).toLocaleDateString()],
])('%s', (iso, text) => {
  expect(formatRelativeDate(iso, now)).toBe(text)
})

test('a clock that runs ahead is still today', () => {
  expect(formatRelativeDate(new Date(2026, 2, 31, 9).toISOString(), now)).toBe('Today')
})

test('an invalid date is empty', () => {
  expect(formatRelativeDate('soon', now)).toBe('')
})
