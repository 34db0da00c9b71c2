import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.js'
import { retryWhileBusy } from './retry.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const busy = (status: number, retryAfter?: number) => new ApiError({ status, ...(retryAfter && { retryAfter }) })

test.each([429, 503])('retries after %i when Retry-After has passed, and not before', async (status) => {
  const call = vi.fn().mockRejectedValueOnce(busy(status, 5)).mockRejectedValueOnce(busy(status, 2)).mockResolvedValue('plan')
  const answer = retryWhileBusy(call)
  await vi.advanceTimersByTimeAsync(4900)
  expect(call).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(call).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await answer).toBe('plan')
})

test.each([
  ['without a time', busy(503)],
  ['with a time that nobody waits for', busy(429, 3600)],
  ['that is no matter of time', busy(415, 5)],
  ['without an answer', busy(0, 5)],
])('a failure %s is passed on at once', async (_what, error) => {
  const call = vi.fn().mockRejectedValue(error)
  await expect(retryWhileBusy(call)).rejects.toBe(error)
  expect(call).toHaveBeenCalledTimes(1)
})

test('gives up after the maximum of attempts, and at once when aborted', async () => {
  const call = vi.fn().mockRejectedValue(busy(503, 1))
  const refused = expect(retryWhileBusy(call)).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  expect(call).toHaveBeenCalledTimes(6)
  const gone = new AbortController()
  const left = expect(retryWhileBusy(call, gone.signal)).rejects.toThrow('gone')
  await vi.advanceTimersByTimeAsync(100)
  gone.abort(new Error('gone'))
  await left
  expect(call).toHaveBeenCalledTimes(7)
})
