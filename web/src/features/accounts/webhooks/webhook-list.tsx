import type { AccountWebhook } from '@video-forge/contract/webhooks/account-webhooks'
import { Webhook } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { LoadedSetting } from '../settings/loaded-setting.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { eventsOf, LastCall, WebhookState } from './webhook-facts.tsx'
import { useShowWebhook, useWebhooks } from './webhook-queries.ts'

/** The addresses that are called when something happens, for people whose programs wait for it. */
export function WebhookList() {
  const webhooks = useWebhooks()
  const show = useShowWebhook()
  const [isAdding, setAdding] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  return (
    <LoadedSetting query={webhooks} skeleton="h-24">
      {(listed) => (
        <>
          {listed.length > 0 && (
            <ul aria-label="Your webhooks" className="flex flex-col divide-y divide-line">
              {listed.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          )}
          {listed.length === 0 && (
            <p className="text-muted">No webhooks yet. A webhook calls your server when a video is ready, has failed, or got captions.</p>
          )}
          <div className="flex justify-end">
            <Button ref={add} onClick={() => setAdding(true)}>
              Add webhook
            </Button>
          </div>
          <WebhookDialog open={isAdding} onOpenChange={setAdding} onSaved={show} returnFocusTo={add} />
        </>
      )}
    </LoadedSetting>
  )
}

function WebhookRow({ webhook }: { webhook: AccountWebhook }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <Webhook aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere min-w-0 font-medium">{webhook.url}</span>
          <WebhookState webhook={webhook} />
        </span>
        <span className="text-13 text-muted">For {eventsOf(webhook)}.</span>
        <span className="text-13 text-muted">
          <LastCall webhook={webhook} />
        </span>
      </div>
      <ButtonLink size="small" to={`/account/webhooks/${webhook.id}`} aria-label={`Manage ${webhook.url}`}>
        Manage
      </ButtonLink>
    </li>
  )
}
