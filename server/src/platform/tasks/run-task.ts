import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '@video-forge/contract/errors'
import type { Logger } from 'pino'
import type { Db } from '../database/database.ts'
import { addItems, countAttempt, endItem, endListing, keepKnown, returnItem, type StartedItem, startItem } from './item-ledger.ts'
import { JobLimitReached } from './job-limit-reached.ts'
import { delayTask, endTask, LeaseLost, postponeTask, returnLease, type TaskLease } from './lease-task.ts'
import { TaskFailure } from './task-failure.ts'
import type { AnyTaskKind, RunningTask } from './task-kind.ts'

/** An item that fails or kills its worker this often is given up. */
const maxAttempts = 3

interface RunDeps {
  db: Db
  log: Logger
  /** Before the second and the third attempt of an item. */
  retryAfterMs: readonly number[]
  /** Aborted when the process stops. */
  stopping: AbortSignal
  /** Aborted when the lease is lost. */
  lost: AbortSignal
}

/** Does a task from where it was left. Ends with its result stored, or with the lease given back. */
export async function runTask(deps: RunDeps, kind: AnyTaskKind, lease: TaskLease): Promise<void> {
  const { db, log, stopping, lost } = deps
  // One item that finds the lease lost, or has to wait, ends the others.
  const given = new AbortController()
  const signal = AbortSignal.any([stopping, lost, given.signal])
  const task: RunningTask<unknown> = {
    id: lease.taskId,
    userId: lease.userId,
    request: lease.request,
    keep: (item, known) => keepKnown(db, lease, item, known),
  }
  try {
    if (lease.status === 'listing') await list(db, kind, task, lease, signal)
    const slot = async () => {
      for (let item = await next(db, lease, signal); item; item = await next(db, lease, signal))
        await runItem(deps, kind, task, lease, item, signal)
    }
    await Promise.all(Array.from({ length: kind.atOnce }, () => slot().catch((error) => given.abort(error))))
    // Only now, so that no item runs on while another worker has the task.
    signal.throwIfAborted()
    const message = await kind.finish?.(task, signal)
    await endTask(db, lease, 'completed', message ?? null)
  } catch (error) {
    if (error instanceof LeaseLost || lost.aborted) return
    if (stopping.aborted) await returnLease(db, lease)
    else if (error instanceof JobLimitReached) await postponeTask(db, lease)
    else if (error instanceof Failure || error instanceof TaskFailure) await endTask(db, lease, 'failed', error.message)
    else {
      log.warn({ err: error, taskId: lease.taskId, kind: lease.kind }, 'task of a person failed, retrying later')
      await delayTask(db, lease)
    }
  }
}

async function list(db: Db, kind: AnyTaskKind, task: RunningTask<unknown>, lease: TaskLease, signal: AbortSignal): Promise<void> {
  for await (const { items, listedTo } of kind.list(task, lease.listedTo, signal)) {
    signal.throwIfAborted()
    await addItems(db, lease, items, listedTo)
  }
  await endListing(db, lease)
}

const next = async (db: Db, lease: TaskLease, signal: AbortSignal) => (signal.aborted ? undefined : startItem(db, lease))

const killedOften = 'The server was stopped several times while it did this.'

async function runItem(
  { db, log, retryAfterMs }: RunDeps,
  kind: AnyTaskKind,
  task: RunningTask<unknown>,
  lease: TaskLease,
  item: StartedItem,
  signal: AbortSignal,
): Promise<void> {
  if (item.attempts > maxAttempts) return endItem(db, lease, item, { status: 'failed', reason: killedOften })
  for (let attempt = item.attempts; ; attempt += 1) {
    try {
      const result = await kind.run(task, { ...item, isRepeated: attempt > 1 }, signal)
      return await endItem(db, lease, item, result)
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      if (signal.aborted && !(error instanceof TaskFailure)) return void (await returnItem(db, lease, item))
      if (error instanceof JobLimitReached || error instanceof TaskFailure) {
        await returnItem(db, lease, item)
        throw error
      }
      if (error instanceof Failure) return endItem(db, lease, item, { status: 'failed', reason: error.message })
      log.warn({ err: error, taskId: task.id, kind: lease.kind, item: item.number, attempt }, 'item of a task failed')
      if (attempt >= maxAttempts)
        return endItem(db, lease, item, { status: 'failed', reason: 'Something went wrong on the server. Please try it again later.' })
      await wait(retryAfterMs[attempt - 1], undefined, { signal }).catch(() => {})
      if (signal.aborted) return void (await returnItem(db, lease, item))
      await countAttempt(db, lease, item)
    }
  }
}
