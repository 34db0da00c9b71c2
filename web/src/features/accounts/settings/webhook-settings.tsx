import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '@video-forge/contract/webhooks'
import { withDefaultMessage } from '../../../api/with-default-message.ts'
import { call } from '../../../session/call.ts'
import { LoadedSetting } from './loaded-setting.tsx'
import { WebhookForm } from './webhook-form.tsx'

const webhookKey = ['webhook'] as const

/** The address that is called when a video is done, for people whose programs wait for it. */
export function WebhookSettings() {
  const client = useQueryClient()
  const webhook = useQuery({
    queryKey: webhookKey,
    queryFn: async ({ signal }) =>
      (await withDefaultMessage('The webhook could not be loaded.', call('GET /account/webhook', {}, { signal }))).webhook,
    // The form edits a copy, so each visit starts with a fresh one and nothing reloads meanwhile.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <section aria-labelledby="webhook-heading" className="flex flex-col gap-4 border-line border-t pt-6">
      <div className="flex flex-col gap-1">
        <h3 id="webhook-heading" className="font-medium">
          Webhook
        </h3>
        <p className="text-13 text-muted">
          This address gets a signed POST when one of your videos is ready, has failed or was cancelled, and when captions were made of one.
          A failed delivery is retried for an hour.
        </p>
      </div>
      <LoadedSetting query={webhook} skeleton="h-16">
        {(current) => <WebhookForm webhook={current} onChange={(next: Webhook | null) => client.setQueryData(webhookKey, next)} />}
      </LoadedSetting>
    </section>
  )
}
