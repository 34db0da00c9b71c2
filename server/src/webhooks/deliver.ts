import type { Logger } from 'pino'
import type { Db } from '../platform/database/database.ts'
import { adoptDeliveries } from './adopt-deliveries.ts'
import { type CallOptions, callWebhook } from './call-webhook.ts'
import { eventBody } from './event-body.ts'
import { type Delivery, leaseDeliveries, maxCalls } from './lease-deliveries.ts'
import { storeOutcome } from './store-outcome.ts'

export interface DeliveryDeps extends Pick<CallOptions, 'allowPrivate' | 'mayShow'> {
  db: Db
  publicUrl: string
  log: Logger
}

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
        await adoptDeliveries(db)
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

async function deliver({ db, publicUrl, log, ...options }: DeliveryDeps, delivery: Delivery, signal: AbortSignal): Promise<void> {
  try {
    const { url, secret } = delivery
    const outcome = await callWebhook(url, secret, eventBody(delivery, publicUrl), { ...options, signal })
    await storeOutcome(db, delivery, outcome)
  } catch (error) {
    // A stop of this process does not count as a failed attempt.
    if (signal.aborted) await returnLease(db, delivery)
    else log.warn({ err: error, deliveryId: delivery.id }, 'webhook call failed, retrying')
  }
}

function createCallCounts() {
  const [webhooks, owners, hosts] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  let total = 0
  return {
    webhooks,
    owners,
    hosts,
    total: () => total,
    add({ webhook_id, user_id, host }: Delivery, change: 1 | -1): void {
      total += change
      for (const [counts, key] of [[webhooks, webhook_id] as const, [owners, user_id] as const, [hosts, host] as const]) {
        const count = (counts.get(key) ?? 0) + change
        if (count > 0) counts.set(key, count)
        else counts.delete(key)
      }
    },
  }
}

async function returnLease(db: Db, { id, attempts }: Delivery): Promise<void> {
  await db
    .updateTable('webhook_calls')
    .set({ attempts: attempts - 1, due_at: new Date() })
    .where('id', '=', id)
    .execute()
}
