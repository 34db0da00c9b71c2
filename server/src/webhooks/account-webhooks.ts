import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import type { Transaction } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import { takeFrom } from '../platform/cache/rate-limit.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'
import { describeWebhook, lockWebhooks, noSuchWebhook, requireWebhook, selectWebhooks } from './find-webhooks.ts'
import { newSecret, resumed } from './new-webhook.ts'
import type { WebhookDeps } from './webhook-deps.ts'

type AccountWebhookKeys =
  | 'GET /account/webhooks'
  | 'POST /account/webhooks'
  | 'GET /account/webhooks/{id}'
  | 'PATCH /account/webhooks/{id}'
  | 'DELETE /account/webhooks/{id}'
  | 'POST /account/webhooks/{id}/secret'

/** A person's webhooks. */
export function accountWebhookHandlers({ db, cache }: WebhookDeps): Handlers<AccountWebhookKeys> {
  const describe = async (userId: string, id: string) => ({ webhook: describeWebhook(await requireWebhook(db, userId, id)) })
  return {
    'GET /account/webhooks': async ({ caller }) => ({
      webhooks: (await selectWebhooks(db, caller.userId).execute()).map(describeWebhook),
    }),

    'POST /account/webhooks': async ({ body: { url, events, secret }, caller: { userId } }) => {
      await takeFrom(cache, [{ key: `new-webhook:${userId}`, most: 60, perSeconds: 60 * 60 }])
      const [id, made] = [newId(), secret ? null : newSecret()]
      await db.transaction().execute(async (transaction) => {
        await lockWebhooks(transaction, userId)
        await refuseOneMore(transaction, userId)
        const webhook = { id, user_id: userId, url, events, secret: secret ?? made ?? newSecret() }
        await transaction.insertInto('account_webhooks').values(webhook).execute()
      })
      return { ...(await describe(userId, id)), secret: made }
    },

    'GET /account/webhooks/{id}': ({ params, caller }) => describe(caller.userId, params.id),

    'PATCH /account/webhooks/{id}': async ({ params: { id }, body, caller: { userId } }) => {
      const { url, events, secret, isPaused } = body
      await db.transaction().execute(async (transaction) => {
        await lockWebhooks(transaction, userId)
        const { paused_at } = await requireWebhook(transaction, userId, id)
        const changes = {
          ...(url && { url }),
          ...(events && { events }),
          ...(secret && { secret }),
          ...(isPaused === true && paused_at === null && { paused_at: new Date(), pause_cause: 'owner' as const }),
          ...(isPaused === false && resumed),
        }
        if (Object.keys(changes).length === 0) return
        await transaction.updateTable('account_webhooks').set(changes).where('id', '=', id).execute()
      })
      return describe(userId, id)
    },

    'DELETE /account/webhooks/{id}': async ({ params: { id }, caller: { userId } }) => {
      await db.transaction().execute(async (transaction) => {
        await lockWebhooks(transaction, userId)
        const removal = transaction.deleteFrom('account_webhooks').where('id', '=', id).where('user_id', '=', userId)
        if ((await removal.executeTakeFirst()).numDeletedRows === 0n) throw noSuchWebhook()
      })
      return { result: { removed: true } }
    },

    'POST /account/webhooks/{id}/secret': async ({ params: { id }, caller: { userId } }) => {
      const secret = newSecret()
      await db.updateTable('account_webhooks').set({ secret }).where('id', '=', id).where('user_id', '=', userId).execute()
      return { ...(await describe(userId, id)), secret }
    },
  }
}

async function refuseOneMore(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('account_webhooks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) < limits.webhooksPerUser) return
  throw new Failure('CONFLICT', `You have ${limits.webhooksPerUser} webhooks, which is the most. Remove one first.`)
}
