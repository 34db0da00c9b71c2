import { limits } from '@video-forge/contract/rules/limits'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Outcome } from './call-webhook.ts'
import type { Delivery } from './lease-deliveries.ts'

/** The delay after each failed attempt: six attempts over about an hour. */
const backoffSeconds = [15, 60, 5 * 60, 15 * 60, 40 * 60]

/** Fewer calls that were given up are no reason for a pause, however long ago the first of them was. */
const minFailures = 3

/** Writes an attempt to the log, and what it means for its webhook. */
export function storeOutcome(db: Db, delivery: Delivery, outcome: Outcome): Promise<void> {
  const delaySeconds = outcome.error === null ? undefined : backoffSeconds[delivery.attempts - 1]
  return db.transaction().execute(async (transaction) => {
    await holdOwner(transaction, delivery.user_id)
    await noteOutcome(transaction, delivery.webhook_id, delivery.event, outcome)
    if (outcome.error !== null) await countFailure(transaction, delivery.webhook_id, delaySeconds === undefined)
    await transaction
      .updateTable('webhook_calls')
      .set({
        ...attemptColumns(outcome),
        ...(delaySeconds === undefined
          ? { due_at: null, ended_at: sql<Date>`now()` }
          : { due_at: sql<Date>`now() + make_interval(secs => ${delaySeconds})` }),
      })
      .where('id', '=', delivery.id)
      .execute()
    if (delaySeconds === undefined) await trimLog(transaction, delivery.webhook_id)
  })
}

/**
 * Before a webhook is changed, so that its account is not deleted meanwhile: the deletion locks the account first and its webhooks then, and
 * changing a webhook twice would do it the other way round.
 */
export async function holdOwner(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
}

export const attemptColumns = ({ calledAt, durationMs, status, error, request, answer }: Outcome) => ({
  called_at: calledAt,
  duration_ms: durationMs,
  status,
  error,
  request: JSON.stringify(request),
  answer,
})

/** The last call of a webhook, for its owner. A success ends a row of failures. */
export async function noteOutcome(db: Db, webhookId: string, event: string, { status, error, calledAt }: Outcome): Promise<void> {
  await db
    .updateTable('account_webhooks')
    .set({
      last_event: event,
      last_at: calledAt,
      last_status: status,
      last_error: error,
      ...(error === null && { failures: 0, failing_since: null }),
    })
    .where('id', '=', webhookId)
    .execute()
}

/** Pauses a webhook whose receiver seems to be gone. Its owner gets a mail; see webhook-tasks. */
async function countFailure(transaction: Transaction<Tables>, webhookId: string, isGivenUp: boolean): Promise<void> {
  await sql`
    update account_webhooks set failing_since = coalesce(failing_since, now()), failures = failures + ${isGivenUp ? 1 : 0}
    where id = ${webhookId}`.execute(transaction)
  await sql`
    update account_webhooks set paused_at = now(), pause_cause = 'failing', needs_notice = true
    where id = ${webhookId} and paused_at is null and (
      failures >= ${limits.webhookPauseCalls}
      or (failures >= ${minFailures} and failing_since < now() - make_interval(days => ${limits.webhookPauseDays})))`.execute(transaction)
}

/** Keeps the newest calls that have ended. */
export async function trimLog(db: Db, webhookId: string): Promise<void> {
  await sql`
    delete from webhook_calls where id in (
      select id from webhook_calls where webhook_id = ${webhookId} and ended_at is not null
      order by created_at desc, id desc offset ${limits.webhookLogCalls} limit 1000)`.execute(db)
}
