import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../platform/database/database.ts'
import { callWebhook, type Outcome } from './call-webhook.ts'

export interface DeliveryParts {
  db: Db
  publicUrl: string
  allowPrivate: boolean
  log: Logger
}

interface Owed {
  id: string
  user_id: string
  event: string
  payload: { id: string }
  attempts: number
  created_at: Date
  url: string
  secret: string
}

/** Seconds from one try to the next: six tries over about an hour. */
const backOff = [15, 60, 5 * 60, 15 * 60, 40 * 60]
/** Longer than a call may take; whoever has taken a delivery and died gives it back by this. */
const lease = '2 minutes'
const mostAtOnce = 20

/**
 * Makes the calls that are owed. A row is taken by moving its due time into the future, so that two workers never make the
 * same call at once and a worker that dies loses none; the receiver may still get one twice, and tells by its id.
 */
export function createDelivery({ db, publicUrl, allowPrivate, log }: DeliveryParts) {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let calling = 0

  const take = async (most: number): Promise<Owed[]> => {
    const { rows } = await sql<Owed>`
      update webhook_deliveries set due_at = now() + ${sql.lit(lease)}::interval, attempts = attempts + 1
      from webhooks where webhooks.user_id = webhook_deliveries.user_id and webhook_deliveries.id in (
        select id from webhook_deliveries where due_at <= now() order by due_at limit ${most} for update skip locked)
      returning webhook_deliveries.*, webhooks.url, webhooks.secret`.execute(db)
    return rows
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

  /** Begins as many calls as there is room for. Each that ends makes room for the next, as long as there may be more. */
  const begin = async (): Promise<void> => {
    const room = mostAtOnce - calling
    if (room <= 0 || stopping.signal.aborted) return
    calling += room
    const taken = await take(room).catch((error) => {
      calling -= room
      throw error
    })
    calling -= room - taken.length
    for (const owed of taken) {
      const call = callAndGoOn(owed, taken.length === room).finally(() => underWay.delete(call))
      underWay.add(call)
    }
  }

  const callAndGoOn = async (owed: Owed, isMore: boolean): Promise<void> => {
    try {
      await deliver(owed)
    } catch (error) {
      // Its lease ends, and then it is called again.
      log.warn({ err: error, deliveryId: owed.id }, 'a call could not be written down')
    }
    calling -= 1
    if (isMore) await begin().catch((error) => log.warn({ err: error }, 'more webhooks could not be called; they are later'))
  }

  const settle = async ({ id, user_id, event, attempts }: Owed, outcome: Outcome) => {
    await noteOutcome(db, user_id, event, outcome)
    const wait = outcome.error === null ? undefined : backOff[attempts - 1]
    if (wait === undefined) await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute()
    else await sql`update webhook_deliveries set due_at = now() + make_interval(secs => ${wait}) where id = ${id}`.execute(db)
  }

  return {
    chore: {
      name: 'call webhooks',
      /** Only begins the calls: a slow receiver must not hold up the chores after this one. */
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
