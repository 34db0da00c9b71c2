import { Failure } from '@video-forge/contract/errors'
import type { WebhookPattern } from '@video-forge/contract/rules/webhook-rules'
import type { Webhook } from '@video-forge/contract/webhooks/webhooks'
import type { Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { lastCallOf, lockWebhooks, selectWebhooks } from './find-webhooks.ts'
import { newSecret, resumed } from './new-webhook.ts'
import { sendTest } from './send-test.ts'
import type { WebhookDeps } from './webhook-deps.ts'

type WebhookKeys = 'GET /account/webhook' | 'PUT /account/webhook' | 'DELETE /account/webhook' | 'POST /account/webhook/test'

/** The events of a webhook that was made by these calls, which have no choice of events. */
const formerEvents: WebhookPattern[] = ['job.completed', 'job.failed', 'job.cancelled', 'caption.ready']

/** The first of a person's webhooks, for programs that know only one. */
export function webhookHandlers(deps: WebhookDeps): Handlers<WebhookKeys> {
  const { db } = deps
  return {
    'GET /account/webhook': async ({ caller }) => ({ webhook: await findFirst(db, caller.userId) }),

    'PUT /account/webhook': async ({ body: { url, secret }, caller: { userId } }) => {
      const made = await db.transaction().execute(async (transaction) => {
        await lockWebhooks(transaction, userId)
        const first = await selectWebhooks(transaction, userId).executeTakeFirst()
        if (!first) {
          const fresh = secret ?? newSecret()
          const webhook = { id: newId(), user_id: userId, url, secret: fresh, events: formerEvents }
          await transaction.insertInto('account_webhooks').values(webhook).execute()
          return fresh
        }
        const forgotten = { last_event: null, last_at: null, last_status: null, last_error: null, ...resumed }
        await transaction
          .updateTable('account_webhooks')
          .set({ url, ...(secret && { secret }), ...forgotten })
          .where('id', '=', first.id)
          .execute()
        return secret ?? null
      })
      return { webhook: await requireFirst(db, userId), secret: made }
    },

    'DELETE /account/webhook': async ({ caller: { userId } }) => {
      const removed = await db.transaction().execute(async (transaction) => {
        await lockWebhooks(transaction, userId)
        const first = await selectWebhooks(transaction, userId).executeTakeFirst()
        if (first) await transaction.deleteFrom('account_webhooks').where('id', '=', first.id).execute()
        return first !== undefined
      })
      return { result: { removed } }
    },

    'POST /account/webhook/test': async ({ caller: { userId } }) => {
      const first = await selectWebhooks(db, userId).executeTakeFirst()
      if (!first) throw noWebhook()
      await sendTest(deps, first)
      return { webhook: await requireFirst(db, userId) }
    },
  }
}

const noWebhook = () => new Failure('NOT_FOUND', 'There is no webhook yet. Save an address first.')

async function findFirst(db: Db, userId: string): Promise<Webhook | null> {
  const row = await selectWebhooks(db, userId).executeTakeFirst()
  return row ? { url: row.url, created_at: row.created_at.toISOString(), last: lastCallOf(row), waiting: Number(row.waiting) } : null
}

async function requireFirst(db: Db, userId: string): Promise<Webhook> {
  const webhook = await findFirst(db, userId)
  if (!webhook) throw noWebhook()
  return webhook
}
