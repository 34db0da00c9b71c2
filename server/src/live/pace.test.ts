import { expect, test } from 'vitest'
import { type Change, createPace } from './pace.ts'

const change = (jobId: string, changedIn: bigint): Change => ({ jobId, userId: 'u', changedIn, removed: false })
const idsOf = (changes: Change[]) => changes.map(({ jobId }) => jobId)

test('a change is told once, however often it is found', () => {
  const pace = createPace()
  pace.note([change('a', 5n), change('b', 6n)], 5n)
  expect(idsOf(pace.take(0))).toEqual(['a', 'b'])
  pace.note([change('a', 5n), change('b', 7n)], 5n)
  expect(idsOf(pace.take(1000))).toEqual(['b'])
})

test('a job that was just told waits its quarter of a second, others do not', () => {
  const pace = createPace()
  pace.note([change('a', 5n)], 5n)
  pace.take(0)
  pace.note([change('a', 6n), change('b', 7n)], 6n)
  expect(idsOf(pace.take(100))).toEqual(['b'])
  expect(pace.msToNext(100)).toBe(150)
  expect(idsOf(pace.take(249))).toEqual([])
  expect(idsOf(pace.take(250))).toEqual(['a'])
  expect(pace.msToNext(250)).toBeUndefined()
})

test('what waits holds the id back, and no more than by its newest change', () => {
  const pace = createPace()
  pace.note([change('a', 5n)], 6n)
  pace.take(0)
  pace.note([change('a', 6n)], 9n)
  pace.take(1)
  expect(pace.toldUpTo(9n)).toBe(6n)
  pace.note([change('a', 8n)], 9n)
  expect(pace.toldUpTo(9n)).toBe(8n)
  pace.take(300)
  expect(pace.toldUpTo(9n)).toBe(9n)
})

test('a reminder is told like a change, and does not replace one', () => {
  const pace = createPace()
  pace.note([change('a', 3n)], 3n)
  pace.remind('a', 'u', 9n)
  pace.remind('b', 'u', 9n)
  expect(pace.toldUpTo(9n)).toBe(3n)
  expect(idsOf(pace.take(0))).toEqual(['a', 'b'])
})
