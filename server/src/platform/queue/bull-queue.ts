import { type BackendClasses, type IQueueBackend, WaitingError } from 'bullmq'
import type { Logger } from 'pino'
import type { Queue, QueueWorker, WorkHandler } from './queue.ts'

/** A dead worker's job is taken over when its lease ends; the lease is renewed at half its length. */
const leaseMs = 10_000
const stalledCheckMs = 5_000

/** New work is announced; looking without being told is only for an announcement that was lost. */
const quietSeconds = 30

/** The queue's own bound on priorities; turns beyond it come in the order they were added. */
const mostUrgencies = 2_097_151

export interface BullServer<Connection> {
  /** For those who ask and add; somebody waits for them. */
  connection: Connection
  /** For workers, which wait themselves. */
  workerConnection: Connection
  /** Put before every id, where ids share their names with what the server keeps beside them. */
  idPrefix: string
}

/** The queue on BullMQ, whichever server it stands on. */
export function openBullQueue<Backend extends IQueueBackend, Connection>(
  name: string,
  backend: BackendClasses<Backend, Connection>,
  server: BullServer<Connection>,
  log: Logger,
): Queue {
  const { connection, idPrefix } = server
  const queue = new backend.Queue(name, { connection, defaultJobOptions: { removeOnComplete: true, removeOnFail: true } })
  queue.on('error', (error) => log.warn({ err: error }, 'the queue lost a connection'))

  return {
    async add(id, turn = 1) {
      await queue.add(name, {}, { jobId: idPrefix + id, priority: Math.min(Math.max(1, turn), mostUrgencies) })
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
    // How often a row may be tried is the row's business, so the queue itself never gives up on one.
    {
      connection: workerConnection,
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
