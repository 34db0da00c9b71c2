import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../platform/database/database.ts'
import { callWebhook, type Outcome } from './call-webhook.ts'
import { maxCalls, type Owed, takeOwed } from './take-owed.ts'

export interface DeliveryDeps {
  db: Db
  publicUrl: string
  allowPrivate: boolean
  log: Logger
}

/** Seconds from one try to the next: six tries over about an hour. */
const backOff = [15, 60, 5 * 60, 15 * 60, 40 * 60]

/** Makes the calls that are owed. The receiver may get one twice, and tells by its id. */
export function createDelivery({ db, publicUrl, allowPrivate, log }: DeliveryDeps) {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const [owners, hosts] = [new Map<string, number>(), new Map<string, number>()]
  let calling = 0
  let isTaking = false
  let isToTakeAgain = false

  const count = ({ user_id, host }: Owed, by: 1 | -1) => {
    calling += by
    for (const [counts, key] of [[owners, user_id] as const, [hosts, host] as const]) {
      const calls = (counts.get(key) ?? 0) + by
      if (calls > 0) counts.set(key, calls)
      else counts.delete(key)
    }
  }

  const deliver = async (owed: Owed) => {
    try {
      const body = bodyOf(owed.id, owed.event, owed.created_at, { ...owed.payload, url: `${publicUrl}/jobs/${owed.payload.id}` })
      const outcome = await callWebhook(owed.url, owed.secret, body, { allowPrivate, signal: stopping.signal })
      await settle(owed, outcome)
    } catch (error) {
      // A stop is no fault of the receiver's.
      if (stopping.signal.aborted) {
        await db
          .updateTable('webhook_deliveries')
          .set({ attempts: owed.attempts - 1, due_at: new Date() })
          .where('id', '=', owed.id)
          .execute()
      } else log.warn({ err: error, deliveryId: owed.id }, 'a webhook could not be called; it is tried again')
    }
  }

  /** Begins as many calls as there is room for, one look at a time, so that each look knows all that is under way. */
  const begin = async (): Promise<void> => {
    isToTakeAgain = isTaking
    if (isTaking) return
    isTaking = true
    try {
      do {
        isToTakeAgain = false
        const room = maxCalls.ofAll - calling
        if (room <= 0 || stopping.signal.aborted) return
        const taken = await takeOwed(db, room, { owners, hosts })
        for (const owed of taken) {
          count(owed, 1)
          const call = callAndGoOn(owed).finally(() => underWay.delete(call))
          underWay.add(call)
        }
      } while (isToTakeAgain)
    } finally {
      isTaking = false
    }
  }

  /** Each call that ends makes room for the next. */
  const callAndGoOn = async (owed: Owed): Promise<void> => {
    try {
      await deliver(owed)
    } catch (error) {
      // Its lease ends, and then it is called again.
      log.warn({ err: error, deliveryId: owed.id }, 'a call could not be written down')
    }
    count(owed, -1)
    await begin().catch((error) => log.warn({ err: error }, 'more webhooks could not be called; they are later'))
  }

  const settle = async ({ id, user_id, event, attempts }: Owed, outcome: Outcome) => {
    await noteOutcome(db, user_id, event, outcome)
    const wait = outcome.error === null ? undefined : backOff[attempts - 1]
    if (wait === undefined) await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute()
    else await sql`update webhook_deliveries set due_at = now() + make_interval(secs => ${wait}) where id = ${id}`.execute(db)
  }

  return {
    task: {
      name: 'call webhooks',
      needsLease: true,
      /** Only starts the calls: a slow receiver must not hold up those of the next run. */
      run: async (): Promise<boolean> => {
        await begin()
        return false
      },
    },
    async stop(): Promise<void> {
      stopping.abort()
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

export const bodyOf = (id: string, event: string, createdAt: Date, job: object | null): string =>
  JSON.stringify({ id, event, created_at: createdAt.toISOString(), job })

export async function noteOutcome(db: Db, userId: string, event: string, { status, error }: Outcome): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ last_event: event, last_at: new Date(), last_status: status, last_error: error })
    .where('user_id', '=', userId)
    .execute()
}
