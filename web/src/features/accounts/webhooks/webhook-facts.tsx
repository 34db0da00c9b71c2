import type { PauseCause } from '@video-forge/contract/rules/webhook-rules'
import type { AccountWebhook } from '@video-forge/contract/webhooks/account-webhooks'
import { formatCount } from '../../../format/count.ts'
import { whenUsed } from '../../../format/when-used.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'

export const pauseReasons: Record<PauseCause, string> = {
  failing: 'Its calls kept failing.',
  behind: 'Too many calls were waiting for it.',
  owner: 'You paused it.',
}

export function WebhookState({ webhook: { pausedAt, last } }: { webhook: AccountWebhook }) {
  if (pausedAt) return <Badge tone="warn">Paused</Badge>
  if (last?.error) return <Badge tone="bad">Failing</Badge>
  return last ? <Badge tone="good">Active</Badge> : <Badge>Not called yet</Badge>
}

export const eventsOf = ({ events }: AccountWebhook): string => (events.includes('*') ? 'all events' : events.join(', '))

/** What came of the last call, as a sentence. */
export function LastCall({ webhook: { last, waiting } }: { webhook: AccountWebhook }) {
  return (
    <>
      {last ? (
        <>
          {last.event}, <time dateTime={last.at}>{whenUsed(last.at)}</time>:{' '}
          {last.error ? <span className="text-bad">{last.error}</span> : `delivered with status ${last.status}.`}
        </>
      ) : (
        'Nothing sent yet.'
      )}
      {waiting > 0 && ` ${formatCount(waiting, 'call')} waiting.`}
    </>
  )
}
