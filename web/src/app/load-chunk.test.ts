import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, loadChunk } from './load-chunk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise<never>(() => undefined)

test('a chunk that fails once is asked for again', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce('page')
  await expect(loadChunk(load)).resolves.toBe('page')
})

test('after two failures there is no third try', async () => {
  const load = vi.fn().mockRejectedValue(new Error('gone'))
  await expect(loadChunk(load)).rejects.toBeInstanceOf(ChunkLoadError)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a chunk that does not come is given 120 seconds, twice', async () => {
  const load = vi.fn(never)
  const failed = vi.fn()
  loadChunk(load).catch(failed)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(failed).toHaveBeenCalledWith(expect.any(ChunkLoadError))
})
