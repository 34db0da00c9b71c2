import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHealth } from './health.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const encoders = new Set(['libx264', 'aac', 'gif', 'mjpeg'])
const fine = async () => {}

test('a failed check is repeated soon, a passed one is not', async () => {
  const mail = vi.fn(fine)
  const inspectFfmpeg = vi
    .fn()
    .mockImplementationOnce(() => new Promise(() => undefined))
    .mockResolvedValue({ version: '7', year: undefined, encoders })
  const health = createHealth({ checks: { database: fine, cache: fine, storage: fine, queue: fine, mail }, inspectFfmpeg })
  const read = async () => {
    const reading = health.read()
    await vi.advanceTimersByTimeAsync(3000)
    return (await reading).systemHealth.ffmpeg.status
  }
  expect(await read()).toBe('failing')
  await vi.advanceTimersByTimeAsync(5000)
  // A request gets the last result and starts the next check.
  await read()
  expect(await read()).toBe('connected')
  expect(inspectFfmpeg).toHaveBeenCalledTimes(2)
  expect(mail).toHaveBeenCalledTimes(1)
})
