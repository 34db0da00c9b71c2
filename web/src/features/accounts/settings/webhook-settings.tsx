import { webhookUrlProblem } from '@video-forge/contract/rules/webhook-rules'
import type { Webhook } from '@video-forge/contract/webhooks'
import { type FormEvent, useState } from 'react'
import { formatClockTime } from '../../../format/clock-time.ts'
import { formatRelativeDate } from '../../../format/dates.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { useSubmission } from '../use-submission.ts'
import { useWebhook } from './use-webhook.ts'

/** The address that is called when a video is done: for people who let programs wait for it. */
export function WebhookSettings() {
  const { webhook, setWebhook, failure, load } = useWebhook()
  return (
    <section aria-labelledby="webhook-heading" className="flex flex-col gap-4 border-line border-t pt-6">
      <div className="flex flex-col gap-1">
        <h3 id="webhook-heading" className="font-medium">
          Webhook
        </h3>
        <p className="text-13 text-muted">
          This address gets a signed POST when one of your videos is ready, has failed or was cancelled. What does not arrive is sent again
          for an hour.
        </p>
      </div>
      {failure && (
        <Notice tone="bad">
          <span className="flex flex-wrap items-center gap-3">
            {failure}
            <Button size="small" onClick={load}>
              Try again
            </Button>
          </span>
        </Notice>
      )}
      {webhook === undefined && !failure && <Skeleton className="h-16 w-full" />}
      {webhook !== undefined && <WebhookForm webhook={webhook} onChange={setWebhook} />}
    </section>
  )
}

function WebhookForm({ webhook, onChange }: { webhook: Webhook | null; onChange: (webhook: Webhook | null) => void }) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [secret, setSecret] = useState('')
  const [made, setMade] = useState<string>()
  const saving = useSubmission(['url', 'secret'], 'The webhook could not be saved.')
  const testing = useSubmission([], 'The test could not be sent.')

  const save = (event: FormEvent) => {
    event.preventDefault()
    const message = webhookUrlProblem(url.trim())
    if (message) {
      saving.refuse({ field: 'url', message })
      return
    }
    void saving.run(async () => {
      const answer = await call('PUT /account/webhook', { body: { url: url.trim(), ...(secret && { secret }) } })
      onChange(answer.webhook)
      setMade(secret ? undefined : (answer.secret ?? undefined))
      setSecret('')
      showToast('good', 'The webhook was saved.')
    })
  }

  const test = () =>
    void testing.run(async () => {
      const answer = await call('POST /account/webhook/test')
      onChange(answer.webhook)
    })

  const remove = () =>
    void testing.run(async () => {
      await call('DELETE /account/webhook')
      onChange(null)
      setUrl('')
      setMade(undefined)
      showToast('good', 'The webhook was removed.')
    })

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <Field label="Webhook URL" error={saving.problemOf('url')}>
        {(control) => (
          <TextInput
            {...control}
            type="url"
            placeholder="https://example.com/hook"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Secret"
        hint={webhook ? 'Signs each call. Leave it empty to keep the one you have.' : 'Signs each call. Leave it empty to have one made.'}
        error={saving.problemOf('secret')}
      >
        {(control) => <PasswordInput {...control} autoComplete="off" value={secret} onChange={(event) => setSecret(event.target.value)} />}
      </Field>
      {made && (
        <Notice tone="good" title="Your secret, shown only now">
          <code className="select-all break-all">{made}</code>
        </Notice>
      )}
      {(saving.failure ?? testing.failure) && <Notice tone="bad">{saving.failure ?? testing.failure}</Notice>}
      {webhook && <LastDelivery webhook={webhook} />}
      <div className="flex flex-wrap justify-end gap-2">
        {webhook && (
          <>
            <Button kind="quiet" onClick={remove}>
              Remove
            </Button>
            <Button pending={testing.pending} onClick={test}>
              Send test
            </Button>
          </>
        )}
        <Button type="submit" pending={saving.pending}>
          Set webhook
        </Button>
      </div>
    </form>
  )
}

function LastDelivery({ webhook: { last, waiting } }: { webhook: Webhook }) {
  if (!last) return <p className="text-13 text-muted">Nothing was sent yet.</p>
  const when = `${formatRelativeDate(last.at)}, ${formatClockTime(Date.parse(last.at))}`
  return (
    <p role="status" className="text-13 text-muted">
      Last call ({last.event}; {when}): {last.error ? <span className="text-bad">{last.error}</span> : `arrived with ${last.status}.`}
      {waiting > 0 && ` ${waiting} waiting to be sent again.`}
    </p>
  )
}
