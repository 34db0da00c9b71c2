import { type BackendClasses, type IQueueBackend, WaitingError } from 'bullmq'
import type { Logger } from 'pino'
import type { Queue, QueueWorker, WorkHandler } from './queue.ts'

/** When the lease ends, another worker gets the job; a living worker renews it at half its length. */
const leaseMs = 10_000
const stalledCheckMs = 5_000

/** New work is announced; polling is only for an announcement that was lost. */
const quietSeconds = 30

/** BullMQ's largest priority; later turns are served in the order they were added. */
const maxPriority = 2_097_151

export interface BullServer<Connection> {
  /** For requests, which must not wait for a lost server. */
  connection: Connection
  /** For workers, which may wait. */
  workerConnection: Connection
  /** Put before every id, where ids share a namespace with the server's own keys. */
  idPrefix: string
}

/** The queue on BullMQ, with Redis or PostgreSQL behind it. */
export function openBullQueue<Backend extends IQueueBackend, Connection>(
  name: string,
  backend: BackendClasses<Backend, Connection>,
  server: BullServer<Connection>,
  log: Logger,
): Queue {
  const { connection, idPrefix } = server
  const queue = new backend.Queue(name, { connection, defaultJobOptions: { removeOnComplete: true, removeOnFail: true } })
  queue.on('error', (error) => log.warn({ err: error }, 'queue connection lost'))

  return {
    async add(id, turn = 1) {
      await queue.add(name, {}, { jobId: idPrefix + id, priority: Math.min(Math.max(1, turn), maxPriority) })
    },
    async remove(id) {
      await queue.remove(idPrefix + id)
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
    work: (handler, { concurrency }) => startWorker(name, backend, server, handler, concurrency, log),
    async check() {
      await queue.getJobCounts('active')
    },
    close: () => queue.close(),
  }
}

async function startWorker<Backend extends IQueueBackend, Connection>(
  name: string,
  backend: BackendClasses<Backend, Connection>,
  { workerConnection, idPrefix }: BullServer<Connection>,
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
        await handler(id.slice(idPrefix.length), abort.signal)
      } catch (error) {
        if (!abort.signal.aborted) throw error
        await job.moveToWait(token)
        throw new WaitingError()
      } finally {
        running.delete(id)
      }
    },
    // Attempts are counted in the row of the job, so the queue itself never gives up.
    {
      connection: workerConnection,
      concurrency,
      lockDuration: leaseMs,
      stalledInterval: stalledCheckMs,
      drainDelay: quietSeconds,
      maxStalledCount: 2 ** 31 - 1,
    },
  )
  worker.on('error', (error) => log.warn({ err: error }, 'queue worker connection lost'))
  worker.on('failed', (job, error) => log.error({ err: error, jobId: job?.id }, 'work failed unexpectedly'))
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
