import { Failure } from '@video-forge/contract/errors'
import type { WebhookDelivery, WebhookDeliveryDetails } from '@video-forge/contract/webhooks/account-webhooks'
import { type Selectable, sql } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import { takeFrom } from '../platform/cache/rate-limit.ts'
import { encodeCursor, pageOf, parseCursor } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { WebhookCallsTable } from '../platform/database/tables/webhook-tables.ts'
import { describeWebhook, requireWebhook } from './find-webhooks.ts'
import { sendTest } from './send-test.ts'
import type { WebhookDeps } from './webhook-deps.ts'

type DeliveryKeys =
  | 'POST /account/webhooks/{id}/test'
  | 'GET /account/webhooks/{id}/deliveries'
  | 'GET /account/webhooks/{id}/deliveries/{deliveryId}'
  | 'POST /account/webhooks/{id}/deliveries/{deliveryId}/redeliver'

const cursorShape = { sort: 'deliveries', keys: ['time'] } as const

/** The log of a webhook: what was sent, what came back, and sending it again. */
export function deliveryHandlers(deps: WebhookDeps): Handlers<DeliveryKeys> {
  const { db, cache } = deps
  return {
    'POST /account/webhooks/{id}/test': async ({ params: { id }, caller: { userId } }) => {
      const callId = await sendTest(deps, await requireWebhook(db, userId, id))
      const webhook = describeWebhook(await requireWebhook(db, userId, id))
      return { webhook, delivery: describeDetails(await requireCall(db, id, callId)) }
    },

    'GET /account/webhooks/{id}/deliveries': async ({ params: { id }, query: { limit, cursor }, caller }) => {
      await requireWebhook(db, caller.userId, id)
      const after = cursor === undefined ? undefined : parseCursor(cursorShape, cursor)
      const rows = await selectCalls(db, id)
        .select(sql<string>`created_at::text`.as('sort_key'))
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, id) < (${after?.values[0]}::timestamptz, ${after?.id}::uuid)`),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const { page, nextCursor } = pageOf(rows, limit, (last) => encodeCursor(cursorShape, [last.sort_key], last.id))
      return { deliveries: page.map(describeCall), nextCursor }
    },

    'GET /account/webhooks/{id}/deliveries/{deliveryId}': async ({ params: { id, deliveryId }, caller }) => {
      await requireWebhook(db, caller.userId, id)
      return { delivery: describeDetails(await requireCall(db, id, deliveryId)) }
    },

    'POST /account/webhooks/{id}/deliveries/{deliveryId}/redeliver': async ({ params: { id, deliveryId }, caller: { userId } }) => {
      const { paused_at } = await requireWebhook(db, userId, id)
      const { event } = await requireCall(db, id, deliveryId)
      if (paused_at) throw new Failure('CONFLICT', 'This webhook is paused. Resume it first.')
      if (event === 'test') throw new Failure('CONFLICT', 'Send a new test instead.')
      await takeFrom(cache, [{ key: `webhook-redeliver:${userId}`, most: 60, perSeconds: 60 }])
      const again = newId()
      const { rows } = await sql<Selectable<WebhookCallsTable>>`
        insert into webhook_calls (id, webhook_id, event_id, event, payload, happened_at, due_at)
        select ${again}::uuid, webhook_id, event_id, event, payload, happened_at, now()
        from webhook_calls where id = ${deliveryId} and webhook_id = ${id}
        returning *`.execute(db)
      const [row] = rows
      if (!row) throw noSuchDelivery()
      return { delivery: describeCall(row) }
    },
  }
}

const noSuchDelivery = () => new Failure('NOT_FOUND', 'There is no such delivery.')

const selectCalls = (db: Db, webhookId: string) =>
  db
    .selectFrom('webhook_calls')
    .select(['id', 'event', 'created_at', 'attempts', 'due_at', 'called_at', 'duration_ms', 'status', 'error'])
    .where('webhook_id', '=', webhookId)

async function requireCall(db: Db, webhookId: string, id: string) {
  const row = await selectCalls(db, webhookId).select(['request', 'answer']).where('id', '=', id).executeTakeFirst()
  if (!row) throw noSuchDelivery()
  return row
}

type CallRow = Pick<
  Selectable<WebhookCallsTable>,
  'id' | 'event' | 'created_at' | 'attempts' | 'due_at' | 'called_at' | 'duration_ms' | 'status' | 'error'
>

const describeCall = (row: CallRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  state: row.due_at ? 'waiting' : row.error === null ? 'delivered' : 'failed',
  createdAt: row.created_at.toISOString(),
  attempts: row.attempts,
  attemptedAt: row.called_at?.toISOString() ?? null,
  durationMs: row.duration_ms,
  status: row.status,
  error: row.error,
  nextAttemptAt: row.due_at?.toISOString() ?? null,
})

const describeDetails = (row: Awaited<ReturnType<typeof requireCall>>): WebhookDeliveryDetails => ({
  ...describeCall(row),
  request: row.request,
  answer: row.answer,
})
