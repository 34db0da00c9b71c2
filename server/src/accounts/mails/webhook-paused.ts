import { limits } from '@video-forge/contract/rules/limits'
import type { PauseCause } from '@video-forge/contract/rules/webhook-rules'
import type { Db } from '../../platform/database/database.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { webhookPausedMail } from './mails.ts'

interface PausedWebhook {
  userId: string
  webhookId: string
  url: string
  cause: PauseCause | null
  lastError: string | null
}

/** Mails the owner of a webhook that was paused. An owner who is gone needs none. */
export async function mailPausedWebhook(
  db: Db,
  mail: Mail,
  publicUrl: string,
  { userId, url, webhookId, ...why }: PausedWebhook,
): Promise<void> {
  const owner = await db.selectFrom('users').select(['email', 'username']).where('id', '=', userId).executeTakeFirst()
  if (!owner) return
  await mail.send(
    webhookPausedMail({ to: owner.email, username: owner.username, publicUrl, at: new Date(), url, webhookId, cause: causeOf(why) }),
  )
}

function causeOf({ cause, lastError }: Pick<PausedWebhook, 'cause' | 'lastError'>): string {
  if (cause === 'behind') return 'too many calls were waiting for it.'
  return `its calls failed ${limits.webhookPauseCalls} times in a row or for ${limits.webhookPauseDays} days. ${lastError ?? ''}`.trim()
}
