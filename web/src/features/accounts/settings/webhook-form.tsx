import { webhookUrlProblem } from '@video-forge/contract/rules/webhook-rules'
import type { Webhook } from '@video-forge/contract/webhooks'
import { type FormEvent, useState } from 'react'
import { formatClockTime } from '../../../format/clock-time.ts'
import { formatRelativeDate } from '../../../format/dates.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { useSubmission } from '../use-submission.ts'

interface WebhookFormProps {
  /** Null when there is none yet. */
  webhook: Webhook | null
  onChange: (webhook: Webhook | null) => void
}

export function WebhookForm({ webhook, onChange }: WebhookFormProps) {
  const { url, setUrl, secret, setSecret, newSecret, saving, testing, save, test, remove } = useWebhookForm({ webhook, onChange })
  const failure = saving.failure ?? testing.failure
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <TextField
        label="Webhook URL"
        error={saving.problemOf('url')}
        type="url"
        name="url"
        placeholder="https://example.com/hook"
        value={url}
        onValueChange={setUrl}
      />
      <Field
        label="Secret"
        hint={webhook ? 'Signs each call. Leave it empty to keep the current one.' : 'Signs each call. Leave it empty and we create one.'}
        error={saving.problemOf('secret')}
      >
        {(control) => <PasswordInput {...control} autoComplete="off" value={secret} onChange={(event) => setSecret(event.target.value)} />}
      </Field>
      {newSecret && (
        <Notice tone="good" title="Your secret. Copy it now: it is shown only once.">
          <code className="select-all break-all">{newSecret}</code>
        </Notice>
      )}
      {failure && <Notice tone="bad">{failure}</Notice>}
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

/** The values of the form and what its three buttons do. */
function useWebhookForm({ webhook, onChange }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [secret, setSecret] = useState('')
  const [newSecret, setNewSecret] = useState<string>()
  const saving = useSubmission(['url', 'secret'], 'The webhook could not be saved.')
  const testing = useSubmission([], 'The test could not be sent.')

  const save = (event: FormEvent<HTMLFormElement>) => {
    const message = webhookUrlProblem(url.trim())
    saving.submit(event, message ? { field: 'url', message } : undefined, async () => {
      const answer = await call('PUT /account/webhook', { body: { url: url.trim(), ...(secret && { secret }) } })
      onChange(answer.webhook)
      setNewSecret(secret ? undefined : (answer.secret ?? undefined))
      setSecret('')
      showToast('good', 'Webhook saved.')
    })
  }
  const test = () => void testing.run(async () => onChange((await call('POST /account/webhook/test')).webhook))
  const remove = () =>
    void testing.run(async () => {
      await call('DELETE /account/webhook')
      onChange(null)
      setUrl('')
      setNewSecret(undefined)
      showToast('good', 'Webhook removed.')
    })
  return { url, setUrl, secret, setSecret, newSecret, saving, testing, save, test, remove }
}

function LastDelivery({ webhook: { last, waiting } }: { webhook: Webhook }) {
  if (!last) return <p className="text-13 text-muted">Nothing sent yet.</p>
  const when = `${formatRelativeDate(last.at)}, ${formatClockTime(Date.parse(last.at))}`
  return (
    <p role="status" className="text-13 text-muted">
      Last call ({last.event}; {when}):{' '}
      {last.error ? <span className="text-bad">{last.error}</span> : `delivered with status ${last.status}.`}
      {waiting > 0 && ` ${waiting} waiting to be sent again.`}
    </p>
  )
}
