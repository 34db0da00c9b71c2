import { randomBytes } from 'node:crypto'
import { Failure } from '@video-forge/contract/errors'
import type { Webhook } from '@video-forge/contract/webhooks'
import { sql } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import type { Cache } from '../platform/cache/cache.ts'
import { takeFrom } from '../platform/cache/rate-limit.ts'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { callWebhook } from './call-webhook.ts'
import { bodyOf, type DeliveryDeps, noteOutcome } from './deliver.ts'

type WebhookKeys = 'GET /account/webhook' | 'PUT /account/webhook' | 'DELETE /account/webhook' | 'POST /account/webhook/test'

interface WebhookDeps extends Pick<DeliveryDeps, 'db' | 'allowPrivate'> {
  cache: Cache
}

/** Each user may have one address called when a job of theirs ends, and when their videos have got captions. */
export function webhookHandlers({ db, cache, allowPrivate }: WebhookDeps): Handlers<WebhookKeys> {
  return {
    'GET /account/webhook': async ({ caller }) => ({ webhook: await findWebhook(db, caller.userId) }),

    'PUT /account/webhook': async ({ body, caller }) => {
      const user_id = caller.userId
      const fresh = body.secret ?? `whsec_${randomBytes(24).toString('base64url')}`
      const { secret } = await db
        .insertInto('webhooks')
        .values({ user_id, url: body.url, secret: fresh })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({
            url: body.url,
            ...(body.secret && { secret: body.secret }),
            last_event: null,
            last_at: null,
            last_status: null,
            last_error: null,
          }),
        )
        .returning('secret')
        .executeTakeFirstOrThrow()
      return { webhook: await requireWebhook(db, user_id), secret: secret === fresh ? secret : null }
    },

    'DELETE /account/webhook': async ({ caller }) => {
      const { numDeletedRows } = await db.deleteFrom('webhooks').where('user_id', '=', caller.userId).executeTakeFirst()
      return { result: { removed: numDeletedRows > 0n } }
    },

    'POST /account/webhook/test': async ({ caller: { userId } }) => {
      await requireWebhook(db, userId)
      await takeFrom(cache, [{ key: `webhook-test:${userId}`, most: 10, perSeconds: 60 }])
      const { url, secret } = await db.selectFrom('webhooks').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
      const body = bodyOf(newId(), 'test', new Date(), null)
      const outcome = await callWebhook(url, secret, body, { allowPrivate, signal: new AbortController().signal })
      await noteOutcome(db, userId, 'test', outcome)
      return { webhook: await requireWebhook(db, userId) }
    },
  }
}

async function findWebhook(db: Db, userId: string): Promise<Webhook | null> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .select(sql<string>`(select count(*) from webhook_deliveries where webhook_deliveries.user_id = webhooks.user_id)`.as('waiting'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { url, created_at, last_event, last_at, last_status: status, last_error: error, waiting } = row
  const last = last_event && last_at ? { event: last_event, at: last_at.toISOString(), status, error } : null
  return { url, created_at: created_at.toISOString(), last, waiting: Number(waiting) }
}

async function requireWebhook(db: Db, userId: string): Promise<Webhook> {
  const webhook = await findWebhook(db, userId)
  if (!webhook) throw new Failure('NOT_FOUND', 'There is no webhook yet. Save an address first.')
  return webhook
}
