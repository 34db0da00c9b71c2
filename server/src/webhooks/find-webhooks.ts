import { Failure } from '@video-forge/contract/errors'
import type { AccountWebhook } from '@video-forge/contract/webhooks/account-webhooks'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { lockUser } from '../platform/database/locks/lock-user.ts'
import type { Tables } from '../platform/database/tables.ts'

export const noSuchWebhook = () => new Failure('NOT_FOUND', 'There is no such webhook.')

/** The webhooks of a person with what is shown of them; oldest first. */
export const selectWebhooks = (db: Db, userId: string) =>
  db
    .selectFrom('account_webhooks')
    .selectAll()
    // The log of waiting calls ends at 10,000, so this count does too.
    .select(
      sql<string>`(select count(*) from webhook_calls where webhook_calls.webhook_id = account_webhooks.id and due_at is not null)
        + case when account_webhooks.id = first_webhook(account_webhooks.user_id)
          then (select count(*) from webhook_deliveries where webhook_deliveries.user_id = account_webhooks.user_id) else 0 end`.as(
        'waiting',
      ),
    )
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')

type WebhookRow = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['execute']>>[number]

export const describeWebhook = (row: WebhookRow): AccountWebhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  createdAt: row.created_at.toISOString(),
  pausedAt: row.paused_at?.toISOString() ?? null,
  pauseCause: row.pause_cause,
  last: lastCallOf(row),
  waiting: Number(row.waiting),
})

export const lastCallOf = ({ last_event: event, last_at: at, last_status: status, last_error: error }: WebhookRow) =>
  event && at ? { event, at: at.toISOString(), status, error } : null

/** One webhook of a person. Anybody else's does not exist. */
export async function requireWebhook(db: Db, userId: string, id: string): Promise<WebhookRow> {
  const row = await selectWebhooks(db, userId).where('id', '=', id).executeTakeFirst()
  if (!row) throw noSuchWebhook()
  return row
}

/**
 * Serializes changes of a person's webhooks. The former row is locked first, as the trigger that writes calls does: in the other order a
 * deletion and an event could wait for each other.
 */
export async function lockWebhooks(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await lockUser(transaction, userId)
  await transaction.selectFrom('webhooks').select('user_id').where('user_id', '=', userId).forUpdate().execute()
}
