import { limits } from '@video-forge/contract/rules/limits'
import type { PauseCause } from '@video-forge/contract/rules/webhook-rules'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'

/** A webhook that was paused, for its owner. */
export interface PauseNotice {
  userId: string
  webhookId: string
  url: string
  cause: PauseCause | null
  lastError: string | null
}

interface WebhookTaskDeps {
  db: Db
  sendNotice: (notice: PauseNotice) => Promise<void>
  log: Logger
}

const maxEnded = 5000

/** What pauses and logs need besides calls. */
export const webhookTasks = ({ db, sendNotice, log }: WebhookTaskDeps): Task[] => [
  {
    name: 'end calls of paused webhooks',
    needsLease: true,
    run: () => endPaused(db),
  },
  {
    name: 'delete old webhook calls',
    everyMs: 60 * 60 * 1000,
    needsLease: true,
    run: async () => {
      const { numAffectedRows } = await sql`
        delete from webhook_calls where id in (
          select id from webhook_calls where ended_at < now() - make_interval(days => ${limits.webhookLogDays}) limit ${maxEnded})`.execute(
        db,
      )
      return numAffectedRows === BigInt(maxEnded)
    },
  },
  {
    name: 'mail about paused webhooks',
    needsLease: true,
    run: () => sendNotices(db, sendNotice, log),
  },
]

/** They stay in the log as failed, and can be sent again. Those that are being made are ended by their outcome. */
async function endPaused(db: Db): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_calls set due_at = null, ended_at = now(), error = 'The webhook was paused.' where id in (
      select webhook_calls.id from account_webhooks join webhook_calls on webhook_id = account_webhooks.id
      where paused_at is not null and due_at <= now() limit ${maxEnded} for update of webhook_calls skip locked)`.execute(db)
  return numAffectedRows === BigInt(maxEnded)
}

/** The mail is sent before the mark is removed: after a crash between the two it is sent twice, but never not at all. */
async function sendNotices(db: Db, send: WebhookTaskDeps['sendNotice'], log: Logger): Promise<boolean> {
  const rows = await db
    .selectFrom('account_webhooks')
    .select(['id', 'user_id', 'url', 'pause_cause', 'last_error'])
    .where('needs_notice', '=', true)
    .limit(20)
    .execute()
  for (const { id, user_id: userId, url, pause_cause: cause, last_error: lastError } of rows) {
    await send({ userId, webhookId: id, url, cause, lastError })
    await db.updateTable('account_webhooks').set({ needs_notice: false }).where('id', '=', id).execute()
    log.info({ webhookId: id, userId, cause }, 'webhook paused, its owner was notified')
  }
  return false
}
