import { once } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startChild } from '../../../testing/services/child-process.ts'
import type { Queue, QueueWorker, WorkHandler } from './queue.ts'

export interface OpenedQueue {
  /** Where another process finds this queue: its server and its name. */
  address: [url: string, name: string]
  /** Another connection to the same, at first empty queue. */
  open(): Promise<Queue>
  /** Cuts every connection the queue has to its server; says how many there were. */
  cut(): Promise<number>
}

/** What every queue does, whatever it is built on. */
export function queueSuite(name: string, prepare: () => Promise<OpenedQueue>): void {
  const opened = async () => {
    const { open, cut, address } = await prepare()
    const another = async () => {
      const queue = await open()
      onTestFinished(() => queue.close())
      return queue
    }
    return { queue: await another(), another, cut, address }
  }

  const working = async (queue: Queue, handler: WorkHandler, concurrency = 1): Promise<QueueWorker> => {
    const worker = await queue.work(handler, { concurrency })
    onTestFinished(() => worker.close(0))
    return worker
  }

  /** Work that continues until it is ended or aborted. */
  const openEnded = () => {
    const started: string[] = []
    const signals: AbortSignal[] = []
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const handler: WorkHandler = (id, signal) => {
      started.push(id)
      signals.push(signal)
      return new Promise((resolve, reject) => {
        void finished.then(resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
    return { started, signals, handler, finish: () => finish() }
  }

  describe(name, () => {
    test('serves while it is open, and is empty at first', async () => {
      const { queue } = await opened()
      await queue.check()
      expect(await queue.counts()).toEqual({ waiting: 0, active: 0 })
    })

    test('works an id once, however often it was added while it waited or was worked on', async () => {
      const { queue, another } = await opened()
      const { started, handler, finish } = openEnded()
      await Promise.all([1, 2, 3, 4, 5].map(() => queue.add('one')))
      expect(await queue.counts()).toEqual({ waiting: 1, active: 0 })
      await working(await another(), handler, 5)
      await vi.waitFor(() => expect(started).toEqual(['one']))
      await queue.add('one')
      expect(await queue.counts()).toEqual({ waiting: 0, active: 1 })
      await queue.add('two')
      await vi.waitFor(() => expect(started).toEqual(['one', 'two']))
      finish()
      await vi.waitFor(async () => expect(await queue.counts()).toEqual({ waiting: 0, active: 0 }))
      expect(started).toEqual(['one', 'two'])
    })

    test('takes an id again once its work has ended', async () => {
      const { queue } = await opened()
      const done: string[] = []
      await working(queue, async (id) => void done.push(id))
      await queue.add('one')
      await vi.waitFor(async () => expect(await queue.counts()).toEqual({ waiting: 0, active: 0 }))
      await vi.waitFor(() => expect(done).toEqual(['one']))
      await vi.waitFor(async () => {
        await queue.add('one')
        // Work that ends between two looks is added more than once.
        expect(done.length).toBeGreaterThan(1)
      })
    })

    test('takes a waiting id out, and leaves one that is worked on', async () => {
      const { queue } = await opened()
      const { started, signals, handler, finish } = openEnded()
      await working(queue, handler)
      await queue.add('active')
      await vi.waitFor(() => expect(started).toEqual(['active']))
      await queue.add('waiting')
      await queue.remove('waiting')
      await queue.remove('never there')
      await queue.remove('active').catch(() => {})
      expect(await queue.counts()).toEqual({ waiting: 0, active: 1 })
      expect(signals[0]?.aborted).toBe(false)
      finish()
      await vi.waitFor(async () => expect(await queue.counts()).toEqual({ waiting: 0, active: 0 }))
      expect(started).toEqual(['active'])
    })

    test('works on as many at once as it may, and no more', async () => {
      const { queue } = await opened()
      let [now, most] = [0, 0]
      const done = new Set<string>()
      const ids = Array.from({ length: 12 }, (_, index) => `id-${index}`)
      for (const id of ids) await queue.add(id)
      const meeting = openEnded()
      await working(
        queue,
        async (id, signal) => {
          now += 1
          most = Math.max(most, now)
          if (now === 3) meeting.finish()
          await meeting.handler(id, signal)
          now -= 1
          done.add(id)
        },
        3,
      )
      await vi.waitFor(() => expect(done.size).toBe(12), { timeout: 60_000 })
      expect(most).toBe(3)
    })

    test('does not repeat work that was refused, and takes its id again', async () => {
      const { queue } = await opened()
      const tried: string[] = []
      await working(queue, async (id) => {
        tried.push(id)
        if (id === 'bad') throw new Error('this cannot be done')
      })
      await queue.add('bad')
      await vi.waitFor(() => expect(tried).toEqual(['bad']))
      await vi.waitFor(async () => expect(await queue.counts()).toEqual({ waiting: 0, active: 0 }))
      await queue.add('good')
      await vi.waitFor(() => expect(tried).toEqual(['bad', 'good']))
      await queue.add('bad')
      await vi.waitFor(() => expect(tried).toEqual(['bad', 'good', 'bad']))
    })

    test('a worker that closes finishes what it works on and takes nothing new', async () => {
      const { queue } = await opened()
      const { started, signals, handler, finish } = openEnded()
      const worker = await working(queue, handler)
      await queue.add('one')
      await vi.waitFor(() => expect(started).toEqual(['one']))
      await queue.add('two')
      let closed = false
      const closing = worker.close(60_000).then(() => {
        closed = true
      })
      expect(closed).toBe(false)
      finish()
      await closing
      expect([started, signals[0]?.aborted]).toEqual([['one'], false])
      expect(await queue.counts()).toEqual({ waiting: 1, active: 0 })
    })

    test('a worker that closes at once aborts its work and hands the id to another', async () => {
      const { queue, another } = await opened()
      const first = openEnded()
      const worker = await working(queue, first.handler)
      await queue.add('one')
      await vi.waitFor(() => expect(first.started).toEqual(['one']))
      await worker.close(0)
      expect(first.signals[0]?.aborted).toBe(true)
      expect(await queue.counts()).toEqual({ waiting: 1, active: 0 })
      const second = openEnded()
      await working(await another(), second.handler)
      await vi.waitFor(() => expect(second.started).toEqual(['one']))
      second.finish()
      await vi.waitFor(async () => expect(await queue.counts()).toEqual({ waiting: 0, active: 0 }))
    })

    test('continues after all its connections were cut', async () => {
      const { queue, cut } = await opened()
      const done = new Set<string>()
      await working(queue, async (id) => void done.add(id))
      await queue.add('before')
      await vi.waitFor(() => expect(done).toEqual(new Set(['before'])))
      expect(await cut()).toBeGreaterThan(0)
      await vi.waitFor(() => queue.add('after'), { timeout: 60_000 })
      await vi.waitFor(() => expect(done).toEqual(new Set(['before', 'after'])), { timeout: 60_000 })
    })

    test('the work of a process that was killed is taken over by another when its lease ends', { timeout: 120_000 }, async () => {
      const { queue, address } = await opened()
      await queue.add('orphan')
      const { child, line } = await startChild('child-worker.ts', address)
      expect(line).toBe('orphan')
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      const taken: string[] = []
      await working(queue, async (id) => void taken.push(id))
      await vi.waitFor(() => expect(taken).toEqual(['orphan']), { timeout: 60_000, interval: 100 })
    })
  })
}
