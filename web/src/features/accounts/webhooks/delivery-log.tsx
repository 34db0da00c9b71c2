import { limits } from '@video-forge/contract/rules/limits'
import type { AccountWebhook, WebhookDelivery } from '@video-forge/contract/webhooks/account-webhooks'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCount } from '../../../format/count.ts'
import { formatMoment } from '../../../format/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import { useDeliveries } from './webhook-queries.ts'

const states: Record<WebhookDelivery['state'], { name: string; tone: Tone }> = {
  waiting: { name: 'Waiting', tone: 'neutral' },
  delivered: { name: 'Delivered', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
}

/** What was sent to a webhook, newest first. */
export function DeliveryLog({ webhook }: { webhook: AccountWebhook }) {
  const log = useDeliveries(webhook.id)
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h2 id={heading} className="font-semibold text-16">
          Deliveries
        </h2>
        <p className="text-13 text-muted">
          The last {limits.webhookLogCalls} calls of the last {limits.webhookLogDays} days. A failed call is tried six times within about an
          hour.
        </p>
      </div>
      <QueryView query={log} failed="The log could not be loaded." skeleton="h-40">
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries)
          if (deliveries.length === 0) return <p className="text-muted">Nothing was sent yet. “Send a test” calls it now.</p>
          return (
            <>
              <ul aria-label="Deliveries" className="flex flex-col divide-y divide-line rounded-surface border border-line bg-surface">
                {deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
                ))}
              </ul>
              {log.hasNextPage && (
                <div className="mt-3 flex justify-center">
                  <Button pending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                    Show older
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </QueryView>
    </section>
  )
}

function DeliveryRow({ webhook, delivery }: { webhook: AccountWebhook; delivery: WebhookDelivery }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { name, tone } = states[delivery.state]
  return (
    <li className="flex flex-col">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-14 items-center gap-3 px-4 py-2 text-left hover:bg-sunken"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{name}</Badge> <code className="font-medium text-13">{delivery.event}</code>{' '}
          <span className="min-w-0 flex-1 basis-40 text-13 text-muted tabular-nums">{resultOf(delivery)}</span>{' '}
          <time dateTime={delivery.createdAt} className="text-13 text-muted tabular-nums">
            {formatMoment(delivery.createdAt)}
          </time>
        </span>
        <ChevronDown aria-hidden="true" className={classNames('size-4 shrink-0 text-muted', isOpen && 'rotate-180')} />
      </button>
      <div id={details} hidden={!isOpen} className="px-4 pb-4">
        {isOpen && <DeliveryDetails webhook={webhook} delivery={delivery} />}
      </div>
    </li>
  )
}

function resultOf({ status, error, attempts, durationMs, state }: WebhookDelivery): string {
  const tries = attempts > 1 ? `, ${formatCount(attempts, 'attempt')}` : ''
  if (state === 'delivered') return `Status ${status} after ${durationMs} ms${tries}`
  return error ? `${error.replace(/\.$/, '')}${tries}` : 'Will be sent in a moment'
}
