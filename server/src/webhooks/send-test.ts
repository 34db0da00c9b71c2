import { takeFrom } from '../platform/cache/rate-limit.ts'
import { newId } from '../platform/database/new-id.ts'
import { callWebhook } from './call-webhook.ts'
import { testBody } from './event-body.ts'
import { noSuchWebhook } from './find-webhooks.ts'
import { attemptColumns, holdOwner, noteOutcome, trimLog } from './store-outcome.ts'
import type { WebhookDeps } from './webhook-deps.ts'

interface Tested {
  id: string
  user_id: string
  url: string
  secret: string
}

/** Calls a webhook now, and returns the id of the call in its log. */
export async function sendTest({ db, cache, ...options }: WebhookDeps, { id: webhook_id, user_id, url, secret }: Tested): Promise<string> {
  await takeFrom(cache, [{ key: `webhook-test:${user_id}`, most: 10, perSeconds: 60 }])
  const id = newId()
  const outcome = await callWebhook(url, secret, testBody(id), { ...options, signal: new AbortController().signal })
  await db.transaction().execute(async (transaction) => {
    await holdOwner(transaction, user_id)
    // Its owner may have removed it during the call.
    const found = await transaction.selectFrom('account_webhooks').select('id').where('id', '=', webhook_id).forKeyShare().execute()
    if (found.length === 0) throw noSuchWebhook()
    await noteOutcome(transaction, webhook_id, 'test', outcome)
    const call = { id, webhook_id, event_id: id, event: 'test', payload: '{}', attempts: 1, ended_at: new Date() }
    await transaction
      .insertInto('webhook_calls')
      .values({ ...call, ...attemptColumns(outcome) })
      .execute()
    await trimLog(transaction, webhook_id)
  })
  return id
}
