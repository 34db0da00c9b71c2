import type { AccountWebhook, WebhookDelivery, WebhookDeliveryDetails } from '@video-forge/contract/webhooks/account-webhooks'
import { formatMoment } from '../../../format/dates.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { LoadedSetting } from '../settings/loaded-setting.tsx'
import { useSubmission } from '../use-submission.ts'
import { useDelivery, useReloadWebhooks } from './webhook-queries.ts'

interface DeliveryDetailsProps {
  webhook: AccountWebhook
  delivery: WebhookDelivery
}

/** The request and answer of a call, and a way to send it again. */
export function DeliveryDetails({ webhook, delivery }: DeliveryDetailsProps) {
  const details = useDelivery(webhook.id, delivery.id, delivery.attemptedAt ?? '')
  const reload = useReloadWebhooks()
  const sending = useSubmission([], 'It could not be sent again. Please try again.')
  const sendAgain = () =>
    sending.run(async () => {
      const params = { id: webhook.id, deliveryId: delivery.id }
      await call('POST /account/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params })
      await reload()
      showToast('good', 'It will be sent again in a moment.')
    })
  return (
    <div className="flex flex-col gap-3">
      {delivery.nextAttemptAt && delivery.attempts > 0 && (
        <p className="text-13 text-muted">Next attempt: {formatMoment(delivery.nextAttemptAt)}.</p>
      )}
      <LoadedSetting query={details} skeleton="h-32">
        {(loaded) => <Exchange {...loaded} />}
      </LoadedSetting>
      {delivery.event !== 'test' && (
        <div className="flex flex-wrap items-center justify-end gap-3">
          {webhook.pausedAt && <p className="text-13 text-muted">Resume the webhook to send it again.</p>}
          <Button size="small" disabled={webhook.pausedAt !== null} pending={sending.pending} onClick={() => void sendAgain()}>
            Send again
          </Button>
        </div>
      )}
      {sending.failure && <Notice tone="bad">{sending.failure}</Notice>}
    </div>
  )
}

function Exchange({ request, answer, status, durationMs, error }: WebhookDeliveryDetails) {
  if (!request) return <p className="text-13 text-muted">It was not sent yet.</p>
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      <Text title="Request" text={[`POST ${request.url}`, ...headers, '', pretty(request.body)].join('\n')} />
      {status === null ? (
        <Text title="No answer" text={error ?? 'It was sent, and nothing came back.'} />
      ) : (
        <Text title={`Answer: status ${status} after ${durationMs} ms`} text={answer ?? 'The text of the answer was not kept.'} />
      )}
    </>
  )
}

const Text = ({ title, text }: { title: string; text: string }) => (
  <figure className="flex flex-col gap-1">
    <figcaption className="font-medium text-13">{title}</figcaption>
    <pre className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-wrap rounded-control bg-sunken p-3 text-12">{text || ' '}</pre>
  </figure>
)

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
