import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../platform/database/database.ts'
import { callWebhook, type Outcome } from './call-webhook.ts'
import { type Delivery, leaseDeliveries, maxCalls } from './lease-deliveries.ts'

export interface DeliveryDeps {
  db: Db
  publicUrl: string
  allowPrivate: boolean
  log: Logger
}

/** The delay after each failed attempt: six attempts over about an hour. */
const backoffSeconds = [15, 60, 5 * 60, 15 * 60, 40 * 60]

/** Makes the calls that are due. A call can be repeated; the receiver recognizes it by its id. */
export function createDelivery(deps: DeliveryDeps) {
  const { db, log } = deps
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const counts = createCallCounts()
  let isLeasing = false
  let mustLeaseAgain = false

  /** Starts as many calls as the limits allow. One lease query runs at a time, so that each knows all running calls. */
  const startCalls = async (): Promise<void> => {
    mustLeaseAgain = isLeasing
    if (isLeasing) return
    isLeasing = true
    try {
      do {
        mustLeaseAgain = false
        const limit = maxCalls.total - counts.total()
        if (limit <= 0 || stopping.signal.aborted) return
        for (const delivery of await leaseDeliveries(db, limit, counts)) {
          counts.add(delivery, 1)
          const call = callAndContinue(delivery).finally(() => running.delete(call))
          running.add(call)
        }
      } while (mustLeaseAgain)
    } finally {
      isLeasing = false
    }
  }

  const callAndContinue = async (delivery: Delivery): Promise<void> => {
    // Without a stored outcome the call is repeated after its lease.
    await deliver(deps, delivery, stopping.signal).catch((error) =>
      log.warn({ err: error, deliveryId: delivery.id }, 'webhook outcome could not be stored'),
    )
    counts.add(delivery, -1)
    await startCalls().catch((error) => log.warn({ err: error }, 'webhook deliveries could not be leased, retrying later'))
  }

  return {
    task: {
      name: 'call webhooks',
      needsLease: true,
      /** Only starts the calls: a slow receiver must not delay those of the next run. */
      run: async (): Promise<boolean> => {
        await startCalls()
        return false
      },
    },
    async stop(): Promise<void> {
      stopping.abort()
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

async function deliver({ db, publicUrl, allowPrivate, log }: DeliveryDeps, delivery: Delivery, stopSignal: AbortSignal): Promise<void> {
  try {
    const { caption, ...job } = delivery.payload
    const addressed = { ...job, url: `${publicUrl}/jobs/${job.id}` }
    const body = bodyOf(delivery.id, delivery.event, delivery.created_at, addressed, caption)
    const outcome = await callWebhook(delivery.url, delivery.secret, body, { allowPrivate, signal: stopSignal })
    await storeOutcome(db, delivery, outcome)
  } catch (error) {
    // A stop of this process does not count as a failed attempt.
    if (stopSignal.aborted) await returnLease(db, delivery)
    else log.warn({ err: error, deliveryId: delivery.id }, 'webhook call failed, retrying')
  }
}

function createCallCounts() {
  const [owners, hosts] = [new Map<string, number>(), new Map<string, number>()]
  let total = 0
  return {
    owners,
    hosts,
    total: () => total,
    add({ user_id, host }: Delivery, change: 1 | -1): void {
      total += change
      for (const [counts, key] of [[owners, user_id] as const, [hosts, host] as const]) {
        const count = (counts.get(key) ?? 0) + change
        if (count > 0) counts.set(key, count)
        else counts.delete(key)
      }
    },
  }
}

async function storeOutcome(db: Db, { id, user_id, event, attempts }: Delivery, outcome: Outcome): Promise<void> {
  await noteOutcome(db, user_id, event, outcome)
  const delaySeconds = outcome.error === null ? undefined : backoffSeconds[attempts - 1]
  if (delaySeconds === undefined) await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute()
  else await sql`update webhook_deliveries set due_at = now() + make_interval(secs => ${delaySeconds}) where id = ${id}`.execute(db)
}

async function returnLease(db: Db, { id, attempts }: Delivery): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ attempts: attempts - 1, due_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** A video and its job have one id, so captions are named beside the job of their video. */
export const bodyOf = (id: string, event: string, createdAt: Date, job: object | null, caption?: object): string =>
  JSON.stringify({ id, event, created_at: createdAt.toISOString(), job, caption })

export async function noteOutcome(db: Db, userId: string, event: string, { status, error }: Outcome): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ last_event: event, last_at: new Date(), last_status: status, last_error: error })
    .where('user_id', '=', userId)
    .execute()
}
