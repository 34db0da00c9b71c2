import { expect, test } from 'vitest'
import { type Change, createRateLimiter } from './rate-limiter.ts'

const change = (jobId: string, changedIn: bigint): Change => ({ jobId, userId: 'u', changedIn, removed: false })
const idsOf = (changes: Change[]) => changes.map(({ jobId }) => jobId)

test('sends a change once, however often it is read', () => {
  const rateLimiter = createRateLimiter()
  rateLimiter.note([change('a', 5n), change('b', 6n)], 5n)
  expect(idsOf(rateLimiter.take(0))).toEqual(['a', 'b'])
  rateLimiter.note([change('a', 5n), change('b', 7n)], 5n)
  expect(idsOf(rateLimiter.take(1000))).toEqual(['b'])
})

test('a job that was just sent waits a quarter of a second, others do not', () => {
  const rateLimiter = createRateLimiter()
  rateLimiter.note([change('a', 5n)], 5n)
  rateLimiter.take(0)
  rateLimiter.note([change('a', 6n), change('b', 7n)], 6n)
  expect(idsOf(rateLimiter.take(100))).toEqual(['b'])
  expect(rateLimiter.msToNext(100)).toBe(150)
  expect(idsOf(rateLimiter.take(249))).toEqual([])
  expect(idsOf(rateLimiter.take(250))).toEqual(['a'])
  expect(rateLimiter.msToNext(250)).toBeUndefined()
})

test('waiting changes hold the id back, up to the newest change of each job', () => {
  const rateLimiter = createRateLimiter()
  rateLimiter.note([change('a', 5n)], 6n)
  rateLimiter.take(0)
  rateLimiter.note([change('a', 6n)], 9n)
  rateLimiter.take(1)
  expect(rateLimiter.sentUpToOf(9n)).toBe(6n)
  rateLimiter.note([change('a', 8n)], 9n)
  expect(rateLimiter.sentUpToOf(9n)).toBe(8n)
  rateLimiter.take(300)
  expect(rateLimiter.sentUpToOf(9n)).toBe(9n)
})

test('a resend is sent like a change, and does not replace one', () => {
  const rateLimiter = createRateLimiter()
  rateLimiter.note([change('a', 3n)], 3n)
  rateLimiter.resend('a', 'u', 9n)
  rateLimiter.resend('b', 'u', 9n)
  expect(rateLimiter.sentUpToOf(9n)).toBe(3n)
  expect(idsOf(rateLimiter.take(0))).toEqual(['a', 'b'])
})
