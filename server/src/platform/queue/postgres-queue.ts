import { createPostgresBackend, WaitingError, withBackend } from 'bullmq'
import type { Logger } from 'pino'
import type { PostgresConnection } from '../database/connection.ts'
import { queueSchema } from '../database/migrate.ts'
import type { Queue, QueueWorker, WorkHandler } from './queue.ts'

const backend = withBackend(createPostgresBackend)

/** A dead worker's job is taken over when its lease ends; the lease is renewed at half its length. */
const leaseMs = 10_000
const stalledCheckMs = 5_000

/** New work is announced; looking without being told is only for an announcement that was lost. */
const quietSeconds = 30

/** The queue's own bound on priorities; turns beyond it come in the order they were added. */
const mostUrgencies = 2_097_151

/** The queue on PostgreSQL. Connections that idle are given back: each is a server process of some megabytes. */
export function openPostgresQueue(name: string, connection: PostgresConnection, log: Logger): Queue {
  const pool = { ...connection, schema: queueSchema, max: 2, idleTimeoutMillis: 250, connectionTimeoutMillis: 5000 }
  const queue = new backend.Queue(name, { connection: pool, defaultJobOptions: { removeOnComplete: true, removeOnFail: true } })
  queue.on('error', (error) => log.warn({ err: error }, 'the queue lost a connection'))

  return {
    async add(id, turn = 1) {
      await queue.add(name, {}, { jobId: id, priority: Math.min(Math.max(1, turn), mostUrgencies) })
    },
    async remove(id) {
      await queue.remove(id)
    },
    async counts() {
      const {
        waiting = 0,
        prioritized = 0,
        delayed = 0,
        active = 0,
      } = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active')
      return { waiting: waiting + prioritized + delayed, active }
    },
    work: (handler, { concurrency }) => startWorker(name, pool, handler, concurrency, log),
    async check() {
      await queue.getJobCounts('active')
    },
    close: () => queue.close(),
  }
}

async function startWorker(
  name: string,
  connection: PostgresConnection & { schema: string },
  handler: WorkHandler,
  concurrency: number,
  log: Logger,
): Promise<QueueWorker> {
  const running = new Map<string, AbortController>()
  const worker = new backend.Worker(
    name,
    async (job, token) => {
      const id = String(job.id)
      const abort = new AbortController()
      running.set(id, abort)
      try {
        await handler(id, abort.signal)
      } catch (error) {
        if (!abort.signal.aborted) throw error
        await job.moveToWait(token)
        throw new WaitingError()
      } finally {
        running.delete(id)
      }
    },
    // How often a row may be tried is the row's business, so the queue itself never gives up on one.
    {
      connection,
      concurrency,
      lockDuration: leaseMs,
      stalledInterval: stalledCheckMs,
      drainDelay: quietSeconds,
      maxStalledCount: 2 ** 31 - 1,
    },
  )
  worker.on('error', (error) => log.warn({ err: error }, 'the queue worker lost a connection'))
  worker.on('failed', (job, error) => log.error({ err: error, jobId: job?.id }, 'work ended with an error nobody expected'))
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) running.get(id)?.abort(new Error('The lease on this work was lost.'))
  })
  await worker.waitUntilReady()

  return {
    async close(graceMs) {
      const closed = worker.close()
      const timer = setTimeout(() => {
        for (const abort of running.values()) abort.abort(new Error('The worker is shutting down.'))
      }, graceMs)
      await closed.finally(() => clearTimeout(timer))
    },
  }
}
