import { type TaskKindName, taskRules } from '@video-forge/contract/rules/task-rules'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../database/database.ts'
import type { Task } from '../schedule/scheduler.ts'
import { startTicker } from '../schedule/ticker.ts'
import { LeaseLost, leaseTask, renewLease, type TaskLease } from './lease-task.ts'
import { runTask } from './run-task.ts'
import type { AnyTaskKind } from './task-kind.ts'

interface RunnerDeps {
  db: Db
  kinds: readonly AnyTaskKind[]
  log: Logger
  /** Between two renewals of a lease; a cancelled task ends within this time. */
  renewMs?: number
  /** Before the second and the third attempt of an item. */
  retryAfterMs?: readonly number[]
}

/** Of each kind, at once in one process: slow imports of some people must not hold up the bulk changes of others. */
const maxOfKind = 3

/** Does the long work of people: imports, bulk changes, exports. */
export function createTaskRunner({ db, kinds, log, renewMs = 2000, retryAfterMs = [1000, 10_000] }: RunnerDeps) {
  const stopping = new AbortController()
  const running = new Map<Promise<void>, TaskKindName>()
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))

  const work = async (lease: TaskLease): Promise<void> => {
    const lost = new AbortController()
    // While the database cannot be reached, the work goes on; when the lease has ended, another worker takes the task.
    const renewal = startTicker(renewMs, () =>
      renewLease(db, lease).catch((error) => {
        if (error instanceof LeaseLost) lost.abort(error)
        else log.warn({ err: error, taskId: lease.taskId }, 'lease of a task could not be renewed')
      }),
    )
    try {
      const kind = byName.get(lease.kind)
      if (kind) await runTask({ db, log, retryAfterMs, stopping: stopping.signal, lost: lost.signal }, kind, lease)
    } finally {
      await renewal.stop()
    }
  }

  const start = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const free = [...byName.keys()].filter((name) => [...running.values()].filter((each) => each === name).length < maxOfKind)
      const lease = free.length > 0 ? await leaseTask(db, free) : undefined
      if (!lease) return
      const run = work(lease)
        .catch((error) => log.warn({ err: error, taskId: lease.taskId }, 'task of a person failed, retrying later'))
        .finally(() => {
          running.delete(run)
          // The next one of the same person need not wait for the scheduler.
          if (!stopping.signal.aborted) void start().catch((error) => log.warn({ err: error }, 'next task could not be read'))
        })
      running.set(run, lease.kind)
    }
  }

  const task: Task = {
    name: 'start tasks of people',
    everyMs: renewMs,
    /** Only starts: a long import must not hold up the tasks of a stop. */
    run: async () => {
      await start()
      return false
    },
  }
  return {
    task,
    async stop(): Promise<void> {
      stopping.abort(new Error('the process stops'))
      await Promise.all(running.keys())
    },
  }
}

/** Removes reports that nobody reads any more. */
export const oldTasksTask = (db: Db): Task => ({
  name: 'delete old reports of tasks',
  everyMs: 60 * 60 * 1000,
  needsLease: true,
  run: async () => {
    await sql`delete from tasks where ended_at < now() - make_interval(days => ${sql.lit(taskRules.keptDays)})`.execute(db)
    return false
  },
})
