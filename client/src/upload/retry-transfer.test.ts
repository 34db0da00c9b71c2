// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api-error.js'
import { retryTransfer } from './retry-transfer.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function tries(...outcomes: (number | 'arrives')[]) {
  const stop = new AbortController()
  let sent = 0
  const attempt = vi.fn(async () => {
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0]
    if (outcome !== 'arrives') throw new ApiError({ status: outcome ?? 0 })
    sent = 100
  })
  const onWaiting = vi.fn()
  const work = retryTransfer(attempt, { signal: stop.signal, sent: () => sent, onWaiting })
  work.catch(() => undefined)
  return { stop, attempt, onWaiting, work }
}

test('waits for a lost network without limit, and continues when it is back', async () => {
  const { attempt, onWaiting, work } = tries(...Array.from({ length: 20 }, () => 0), 'arrives')
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  await work
  expect(attempt).toHaveBeenCalledTimes(21)
  expect(onWaiting).toHaveBeenCalledTimes(20)
})

test('the return of the network ends the wait', async () => {
  const { attempt, work } = tries(0, 0, 0, 'arrives')
  for (let round = 0; round < 3; round += 1) {
    await vi.advanceTimersByTimeAsync(0)
    window.dispatchEvent(new Event('online'))
  }
  await work
  expect(attempt).toHaveBeenCalledTimes(4)
})

test('a server that keeps failing is believed in the end', async () => {
  const { attempt, work } = tries(500)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  await expect(work).rejects.toThrow('HTTP 500 Error')
  expect(attempt).toHaveBeenCalledTimes(7)
})

test.each([400, 404, 413, 415])('%d is an answer, not a mishap', async (status) => {
  const { attempt, work } = tries(status)
  await expect(work).rejects.toThrow(`HTTP ${status} Error`)
  expect(attempt).toHaveBeenCalledTimes(1)
})

test('a lock that an earlier request still holds is waited for', async () => {
  const { attempt, work } = tries(423, 409, 'arrives')
  await vi.advanceTimersByTimeAsync(5000)
  await work
  expect(attempt).toHaveBeenCalledTimes(3)
})

test('stops when aborted, also while waiting', async () => {
  const { stop, attempt, work } = tries(0)
  await vi.advanceTimersByTimeAsync(0)
  stop.abort(new Error('enough'))
  await expect(work).rejects.toThrow('enough')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempt).toHaveBeenCalledTimes(1)
})
