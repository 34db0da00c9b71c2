import { expect, test } from 'vitest'
import { createFairQueue, type FairQueueOptions, QueueFull } from './fair-queue.ts'

/** A queue whose work ends when the test says so, with the names of what was started, in order. */
function queueOf(options: Partial<FairQueueOptions> = {}) {
  const queue = createFairQueue({ atOnce: 1, maxWaiting: 100, maxWaitingPerKey: 10, ...options })
  const started: string[] = []
  const ends = new Map<string, { end: () => void; fail: (error: Error) => void }>()
  const run = (key: string, name: string): Promise<string> =>
    queue.run(key, () => {
      started.push(name)
      return new Promise((resolve, reject) => ends.set(name, { end: () => resolve(name), fail: reject }))
    })
  /** Ends the oldest of the started again and again until nothing runs. */
  const endAll = async () => {
    while (ends.size > 0) {
      for (const [name, { end }] of ends) {
        ends.delete(name)
        end()
        await settled()
      }
    }
  }
  return { queue, run, started, ends, endAll }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`)

test('the lanes take turns: one that came late is next, however many wait under another key', async () => {
  const { run, started, endAll } = queueOf()
  const all = [...many(5, 'a').map((name) => run('a', name)), run('b', 'b1'), ...many(2, 'c').map((name) => run('c', name))]
  await settled()
  await endAll()
  expect(await Promise.all(all)).toHaveLength(8)
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4', 'a5'])
})

test('no more run at once than allowed, over all keys and under one', async () => {
  const { run, started, ends, endAll } = queueOf({ atOnce: 3, maxRunningPerKey: 2 })
  const all = [...many(4, 'a').map((name) => run('a', name)), ...many(2, 'b').map((name) => run('b', name))]
  await settled()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  ends.get('b1')?.end()
  ends.delete('b1')
  await settled()
  expect(started.slice(3)).toEqual(['b2'])
  await endAll()
  await Promise.all(all)
  expect(started).toHaveLength(6)
})

test('a key at its own limit leaves free places to others, and starts again when one of its own ends', async () => {
  const { run, started, ends, endAll } = queueOf({ atOnce: 3, maxRunningPerKey: 1 })
  const all = [run('a', 'a1'), run('a', 'a2')]
  await settled()
  expect(started).toEqual(['a1'])
  all.push(run('b', 'b1'))
  await settled()
  expect(started).toEqual(['a1', 'b1'])
  ends.get('a1')?.end()
  ends.delete('a1')
  await settled()
  expect(started).toEqual(['a1', 'b1', 'a2'])
  await endAll()
  await Promise.all(all)
})

test('a full lane refuses its own key and nobody else, and starts nothing', async () => {
  const { run, started, endAll } = queueOf({ maxWaitingPerKey: 2 })
  const all = many(3, 'a').map((name) => run('a', name))
  await expect(run('a', 'a4')).rejects.toMatchObject({ name: 'QueueFull', isOwn: true })
  all.push(run('b', 'b1'))
  await settled()
  await endAll()
  await Promise.all(all)
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a full queue refuses everybody, and takes others again when there is a place', async () => {
  const { run, started, endAll } = queueOf({ maxWaiting: 2 })
  const all = [run('a', 'a1'), run('b', 'b1'), run('c', 'c1')]
  await expect(run('d', 'd1')).rejects.toSatisfy((error) => error instanceof QueueFull && !error.isOwn)
  await settled()
  await endAll()
  all.push(run('d', 'd2'))
  await settled()
  await endAll()
  await Promise.all(all)
  expect(started).toEqual(['a1', 'b1', 'c1', 'd2'])
})

test('with no place to wait, what cannot start at once is refused', async () => {
  const { run, endAll } = queueOf({ maxWaiting: 0 })
  const first = run('a', 'a1')
  await expect(run('b', 'b1')).rejects.toMatchObject({ isOwn: false })
  await settled()
  await endAll()
  await first
})

test('work that fails, or throws before it returns a promise, gives its place back', async () => {
  const { queue, run, ends } = queueOf()
  const broken = run('a', 'a1')
  const thrown = queue.run('a', () => {
    throw new Error('thrown at once')
  })
  const last = queue.run('a', async () => 'done')
  await settled()
  ends.get('a1')?.fail(new Error('failed'))
  await expect(broken).rejects.toThrow('failed')
  await expect(thrown).rejects.toThrow('thrown at once')
  expect(await last).toBe('done')
})

test('a thousand at once under many keys all run, never more than allowed together', async () => {
  const queue = createFairQueue({ atOnce: 4, maxWaiting: 1000, maxWaitingPerKey: 100, maxRunningPerKey: 2 })
  let [now, most] = [0, 0]
  const work = async () => {
    now += 1
    most = Math.max(most, now)
    await settled()
    now -= 1
  }
  await Promise.all(Array.from({ length: 1000 }, (_, index) => queue.run(`key ${index % 20}`, work)))
  expect([now, most]).toEqual([0, 4])
})

test('work that is aborted while it waits leaves the queue, and its place is free', async () => {
  const queue = createFairQueue({ atOnce: 1, maxWaiting: 2, maxWaitingPerKey: 2 })
  let end = () => {}
  const first = queue.run(
    'a',
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  const gone = new AbortController()
  const started: string[] = []
  const leaving = expect(queue.run('b', async () => started.push('b'), gone.signal)).rejects.toThrow('gone')
  const staying = queue.run('c', async () => started.push('c'))
  await expect(queue.run('d', async () => {})).rejects.toBeInstanceOf(QueueFull)
  gone.abort(new Error('gone'))
  await leaving
  const late = queue.run('d', async () => started.push('d'))
  end()
  await Promise.all([first, staying, late])
  expect(started).toEqual(['c', 'd'])
  await expect(queue.run('e', async () => started.push('e'), gone.signal)).rejects.toThrow('gone')
  // Work that has started does not end with its caller.
  const leaver = new AbortController()
  const running = queue.run(
    'f',
    async () => {
      leaver.abort()
      return 'done'
    },
    leaver.signal,
  )
  expect(await running).toBe('done')
})
