import type { AccountWebhook } from '@video-forge/contract/webhooks/account-webhooks'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { whenUsed } from '../../../format/when-used.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { MissingPage } from '../../../ui/feedback/missing-page.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { useSubmission } from '../use-submission.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { eventsOf, LastCall, pauseReasons, WebhookState } from './webhook-facts.tsx'
import { useShowWebhook, useWebhook } from './webhook-queries.ts'

/** One webhook: what it is for, how it works, and what was sent to it. */
export function WebhookPage() {
  const { id = '' } = useParams()
  const webhook = useWebhook(id)
  if (webhook.error instanceof ApiError && webhook.error.code === 'NOT_FOUND') {
    const action = <ButtonLink to="/account">Go to your account</ButtonLink>
    return <MissingPage title="Webhook not found" text="It may have been removed." action={action} />
  }
  return (
    <div className="mx-auto flex w-full max-w-[900px] flex-col gap-6">
      <PageHeading title="Webhook" actions={<ButtonLink to="/account">Back to your account</ButtonLink>} />
      <QueryView query={webhook} failed="The webhook could not be loaded." skeleton="h-40">
        {(loaded) => <LoadedWebhook webhook={loaded} />}
      </QueryView>
    </div>
  )
}

function LoadedWebhook({ webhook }: { webhook: AccountWebhook }) {
  const show = useShowWebhook()
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const testing = useSubmission([], 'The test could not be sent. Please try again.')
  const test = () =>
    testing.run(async () => {
      const { webhook: tested, delivery } = await call('POST /account/webhooks/{id}/test', { params: { id: webhook.id } })
      await show(tested)
      showToast(delivery.error ? 'bad' : 'good', delivery.error ?? `The test was delivered with status ${delivery.status}.`)
    })
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere min-w-0 font-medium text-16">{webhook.url}</span>
          <WebhookState webhook={webhook} />
        </span>
        <p className="text-13 text-muted">Called for {eventsOf(webhook)}.</p>
        <p role="status" className="text-13 text-muted">
          <LastCall webhook={webhook} />
        </p>
      </div>
      {webhook.pausedAt && <PausedBanner webhook={webhook} pausedAt={webhook.pausedAt} />}
      <div className="flex flex-wrap gap-2">
        <Button pending={testing.pending} onClick={() => void test()}>
          Send a test
        </Button>
        <Button ref={edit} onClick={() => setEditing(true)}>
          Edit
        </Button>
        <WebhookActions webhook={webhook} />
      </div>
      {testing.failure && <Notice tone="bad">{testing.failure}</Notice>}
      <DeliveryLog webhook={webhook} />
      <WebhookDialog open={isEditing} onOpenChange={setEditing} webhook={webhook} onSaved={show} returnFocusTo={edit} />
    </div>
  )
}

function PausedBanner({ webhook: { id, pauseCause }, pausedAt }: { webhook: AccountWebhook; pausedAt: string }) {
  const show = useShowWebhook()
  const resuming = useSubmission([], 'The webhook could not be resumed. Please try again.')
  const resume = () =>
    resuming.run(async () => {
      const { webhook } = await call('PATCH /account/webhooks/{id}', { params: { id }, body: { isPaused: false } })
      await show(webhook)
      showToast('good', 'The webhook is called again.')
    })
  return (
    <Notice tone="warn" title={`Paused since ${whenUsed(pausedAt)}. ${pauseReasons[pauseCause ?? 'owner']}`}>
      <div className="flex flex-col items-start gap-2">
        <p>Nothing is sent to it, and what happens meanwhile is not sent later. Send a test first, then resume it.</p>
        <Button size="small" pending={resuming.pending} onClick={() => void resume()}>
          Resume
        </Button>
        {resuming.failure && <p>{resuming.failure}</p>}
      </div>
    </Notice>
  )
}
