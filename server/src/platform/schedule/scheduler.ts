import type { Logger } from 'pino'
import { startTicker, type Ticker } from './ticker.ts'

export interface Task {
  name: string
  /** From one start to the next, in this process; at every tick unless given. The first run is at the start. */
  everyMs?: number
  /** Whether the task is for the whole site, so that one process at a time is enough. */
  needsLease?: boolean
  /** Does some of the work; true when there is more to do at once. */
  run: () => Promise<boolean>
}

export const usualTickMs = 5000
/** Quick tasks run one after the other, over one database connection. After this long the next one starts beside a slow one. */
const waitForTaskMs = 250

/**
 * Runs all background work of a process. A slow task holds up no other, and no task overlaps itself. Tasks for the whole site are
 * left out while another process has the lease.
 */
export function startScheduler(tasks: readonly Task[], log: Logger, acquireLease = async () => true, tickMs = usualTickMs): Ticker {
  let isStopped = false
  const startedAt = new Map<Task, number>()
  const running = new Map<Task, Promise<void>>()

  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, task: name }, 'task failed, retrying later')
    }
  }
  // Timers are not exact: half a tick early counts as due.
  const isDue = (task: Task) => {
    const last = startedAt.get(task)
    return !running.has(task) && (last === undefined || performance.now() - last > (task.everyMs ?? tickMs) - tickMs / 2)
  }
  const start = (task: Task): Promise<void> => {
    startedAt.set(task, performance.now())
    const run = attempt(task.name, async () => {
      while (!isStopped && (await task.run()));
    }).finally(() => running.delete(task))
    running.set(task, run)
    return run
  }
  const startAll = async (due: Task[]) => {
    for (const task of due) if (!isStopped) await settledOrLate(start(task))
  }

  const ticker = startTicker(
    tickMs,
    async () => {
      await startAll(tasks.filter((task) => !task.needsLease && isDue(task)))
      const forSite = tasks.filter((task) => task.needsLease && isDue(task))
      if (forSite.length === 0 || isStopped) return
      await attempt('acquire the task lease', async () => {
        if (await acquireLease()) await startAll(forSite)
      })
    },
    { firstAfterMs: 0 },
  )
  return {
    async stop() {
      isStopped = true
      await ticker.stop()
      await Promise.all(running.values())
    },
  }
}

const settledOrLate = (run: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, waitForTaskMs)
    void run.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
