import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeSession } from '../../test-support/fake-api.ts'
import { fakeStream } from '../../test-support/fake-stream.ts'
import { holdStream, type LiveEvent, liveEntry, liveStatus, subscribeToLiveEvents } from './live-store.ts'

let letGo = () => {}
beforeEach(() => {
  localStorage.clear()
  storeSession()
  vi.useFakeTimers()
})
afterEach(async () => {
  letGo()
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Also waits for the code that is loaded with the first connection. */
async function pass(ms: number): Promise<void> {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(ms)
}
const update = (jobId: string, progress: number) => ({
  jobId,
  status: 'PROCESSING',
  progress,
  updated_at: '2026-01-01T00:00:00.000Z',
})
const stats = { currentJobs: 1, queueLength: 2, maxConcurrent: 2 }

test('connects while held, and disconnects a moment after the release', async () => {
  const stream = fakeStream()
  expect(liveStatus().state).toBe('disconnected')
  letGo = holdStream()
  const again = holdStream()
  expect(liveStatus().state).toBe('connecting')
  await pass(1)
  expect(liveStatus()).toMatchObject({ state: 'connected', isDown: false })
  expect(stream.opened).toHaveLength(1)
  expect(stream.opened[0]).toMatchObject({ authorization: 'Bearer id-1' })
  letGo()
  await pass(5000)
  expect(liveStatus().state).toBe('connected')
  again()
  await pass(500)
  letGo = holdStream()
  await pass(5000)
  expect(stream.opened).toHaveLength(1)
  letGo()
  await pass(1000)
  expect(liveStatus().state).toBe('disconnected')
})

test('a broken stream is an error, and reconnects after 5 s with the last id', async () => {
  const stream = fakeStream()
  letGo = holdStream()
  await pass(1)
  stream.send('system_stats', stats, '41')
  await pass(1)
  expect(liveStatus().stats).toEqual(stats)
  stream.end()
  await pass(1)
  expect(liveStatus()).toMatchObject({ state: 'error', isDown: true })
  await pass(4900)
  expect(stream.opened).toHaveLength(1)
  await pass(200)
  expect(stream.opened[1]).toMatchObject({ lastEventId: '41' })
  stream.send('system_stats', stats, '41')
  await pass(1)
  expect(liveStatus()).toMatchObject({ state: 'connected', isDown: false })
})

test('a silent stream counts as down until its first event', async () => {
  const stream = fakeStream()
  letGo = holdStream()
  await pass(2900)
  expect(liveStatus()).toMatchObject({ state: 'connected', isDown: false })
  await pass(200)
  expect(liveStatus()).toMatchObject({ state: 'connected', isDown: true })
  stream.send('system_stats', stats, '1')
  await pass(1)
  expect(liveStatus().isDown).toBe(false)
  await pass(10_000)
  expect(liveStatus().isDown).toBe(false)
})

test('reconnects every 5 s while the server rejects it, and counts as down', async () => {
  const stream = fakeStream()
  stream.refuseWith(503)
  letGo = holdStream()
  await pass(1)
  expect(liveStatus()).toMatchObject({ state: 'error', isDown: true })
  await pass(5000)
  expect(stream.opened).toHaveLength(2)
  expect(liveStatus().isDown).toBe(true)
})

test('a token that has run out is renewed and the stream opened with the new one', async () => {
  const stream = fakeStream()
  stream.refuseWith(401, 'Bearer id-1')
  letGo = holdStream()
  await pass(10)
  expect(stream.opened.map(({ authorization }) => authorization)).toEqual(['Bearer id-1', 'Bearer id-2'])
  expect(liveStatus().state).toBe('connected')
})

test('silence for longer than two heartbeats is a broken stream, a heartbeat is not silence', async () => {
  const stream = fakeStream()
  letGo = holdStream()
  await pass(1)
  await pass(25_000)
  stream.comment()
  await pass(25_000)
  expect(liveStatus().state).toBe('connected')
  await pass(8000)
  expect(liveStatus().state).toBe('error')
})

test('keeps the update of a job for 10 s and cleans up every 5 s', async () => {
  const stream = fakeStream()
  letGo = holdStream()
  await pass(1)
  stream.send('job_update', update('a', 5), '1')
  await pass(1)
  expect(liveEntry('a')).toMatchObject({ progress: 5 })
  await pass(9000)
  expect(liveEntry('a')).toBeDefined()
  await pass(6000)
  expect(liveEntry('a')).toBeUndefined()
})

test('drops all updates when nothing listens any more', async () => {
  const stream = fakeStream()
  letGo = holdStream()
  await pass(1)
  stream.send('job_update', update('a', 5), '1')
  await pass(1)
  letGo()
  await pass(1000)
  expect(liveEntry('a')).toBeUndefined()
})

test('news: each update, each removal, and which jobs the snapshot named', async () => {
  const stream = fakeStream()
  const news: LiveEvent[] = []
  const stop = subscribeToLiveEvents((each) => news.push(each))
  letGo = holdStream()
  await pass(1)
  stream.send('job_update', update('a', 5), '1')
  stream.send('system_stats', stats, '1')
  stream.send('job_removed', { jobId: 'a' }, '2')
  stream.send('system_stats', stats, '2')
  stream.send('job_update', { nonsense: true }, '3')
  stream.send('job_update', update('b', 5), '4')
  stream.send('job_update', update('b', 6), '5')
  stream.send('job_update', { ...update('b', 100), status: 'COMPLETED' }, '6')
  await pass(1)
  stop()
  expect(news.flatMap((each) => (each.kind === 'update' ? [each.isNewStatus] : []))).toEqual([true, true, false, true])
  expect(news.map((each) => (each.kind === 'snapshot' ? [...each.jobIds] : each.kind))).toEqual([
    'update',
    ['a'],
    'removed',
    'update',
    'update',
    'update',
  ])
})
