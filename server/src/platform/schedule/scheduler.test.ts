import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../../testing/silent-log.ts'
import { startScheduler, type Task } from './scheduler.ts'
import { startTicker } from './ticker.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function countingTask(options: Partial<Task> = {}) {
  const task = { name: 'count', runs: 0, run: async () => false, ...options }
  const run = task.run
  task.run = () => {
    task.runs += 1
    return run()
  }
  return task
}

function start(tasks: Task[], acquireLease?: () => Promise<boolean>) {
  const scheduler = startScheduler(tasks, silentLog, acquireLease)
  onTestFinished(() => scheduler.stop())
  return scheduler
}

const never = () => new Promise<never>(() => {})

test('runs each task at the start and then at its own interval', async () => {
  const [often, rarely] = [countingTask(), countingTask({ everyMs: 60_000 })]
  start([often, rarely])
  await vi.advanceTimersByTimeAsync(59_000)
  expect([often.runs, rarely.runs]).toEqual([12, 1])
  await vi.advanceTimersByTimeAsync(2000)
  expect([often.runs, rarely.runs]).toEqual([13, 2])
})

test('runs a task again at once while there is more to do', async () => {
  let left = 3
  const task = countingTask({
    run: async () => {
      left -= 1
      return left > 0
    },
  })
  start([task])
  await vi.advanceTimersByTimeAsync(0)
  expect(task.runs).toBe(3)
})

test('a task that never ends holds up no other and does not overlap itself', async () => {
  const [slow, quick] = [countingTask({ run: never }), countingTask()]
  startScheduler([slow, quick], silentLog)
  await vi.advanceTimersByTimeAsync(11_000)
  expect([slow.runs, quick.runs]).toEqual([1, 3])
})

test('a task that fails is run again, and so are the others', async () => {
  const failing = countingTask({ run: () => Promise.reject(new Error('no')) })
  const other = countingTask()
  start([failing, other])
  await vi.advanceTimersByTimeAsync(6000)
  expect([failing.runs, other.runs]).toEqual([2, 2])
})

test('tasks of the site wait for the lease, and the others do not', async () => {
  const [site, own] = [countingTask({ needsLease: true }), countingTask()]
  let hasLease = false
  start([site, own], async () => hasLease)
  await vi.advanceTimersByTimeAsync(6000)
  expect([site.runs, own.runs]).toEqual([0, 2])
  hasLease = true
  await vi.advanceTimersByTimeAsync(5000)
  expect([site.runs, own.runs]).toEqual([1, 3])
})

test('a stop waits for the task that runs and starts none after it', async () => {
  let finish = () => {}
  const running = new Promise<void>((resolve) => {
    finish = resolve
  })
  const task = countingTask({ run: () => running.then(() => true) })
  const scheduler = startScheduler([task], silentLog)
  let isStopped = false
  const stopped = scheduler.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(6000)
  expect(isStopped).toBe(false)
  finish()
  await stopped
  await vi.advanceTimersByTimeAsync(6000)
  expect(task.runs).toBe(1)
})

test('a ticker never runs twice at once', async () => {
  let [runs, active, maxActive] = [0, 0, 0]
  const ticker = startTicker(100, async () => {
    runs += 1
    active += 1
    maxActive = Math.max(maxActive, active)
    await new Promise((resolve) => setTimeout(resolve, 250))
    active -= 1
  })
  await vi.advanceTimersByTimeAsync(1000)
  const stopped = ticker.stop()
  await vi.advanceTimersByTimeAsync(1000)
  await stopped
  expect(maxActive).toBe(1)
  expect(runs).toBe(4)
})
