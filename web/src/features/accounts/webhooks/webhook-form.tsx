import { type WebhookPattern, webhookUrlProblem } from '@video-forge/contract/rules/webhook-rules'
import type { AccountWebhook } from '@video-forge/contract/webhooks/account-webhooks'
import { type FormEvent, useState } from 'react'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useSubmission } from '../use-submission.ts'
import { EventChoice } from './event-choice.tsx'

interface WebhookFormProps {
  /** Undefined for a new one. */
  webhook: AccountWebhook | undefined
  /** `secret` is a new one, which is shown once. */
  onSaved: (webhook: AccountWebhook, secret: string | null) => void
}

/** The values of the form, and how it is sent. */
function useWebhookForm({ webhook, onSaved }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookPattern[]>(webhook?.events ?? ['*'])
  const [secret, setSecret] = useState('')
  const saving = useSubmission(['url', 'secret', 'events'], 'The webhook could not be saved. Please try again.')

  const save = (event: FormEvent<HTMLFormElement>) => {
    const message = webhookUrlProblem(url.trim())
    saving.submit(event, message ? { field: 'url', message } : undefined, async () => {
      const body = { url: url.trim(), events: [...events], ...(secret && { secret }) }
      if (!webhook) {
        const made = await call('POST /account/webhooks', { body })
        onSaved(made.webhook, made.secret)
        return
      }
      const changed = await call('PATCH /account/webhooks/{id}', { params: { id: webhook.id }, body })
      onSaved(changed.webhook, null)
    })
  }
  return { url, setUrl, events, setEvents, secret, setSecret, saving, save }
}

export function WebhookForm(props: WebhookFormProps) {
  const { url, setUrl, events, setEvents, secret, setSecret, saving, save } = useWebhookForm(props)
  const isNew = props.webhook === undefined
  const failure = saving.failure ?? saving.problemOf('events')
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
      <EventChoice chosen={events} onChange={setEvents} />
      <Field
        label="Secret"
        hint={isNew ? 'Signs each call. Leave it empty and we create one.' : 'Signs each call. Leave it empty to keep the current one.'}
        error={saving.problemOf('secret')}
      >
        {(control) => (
          <PasswordInput {...control} name="secret" autoComplete="off" value={secret} onChange={(event) => setSecret(event.target.value)} />
        )}
      </Field>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" pending={saving.pending} disabled={events.length === 0}>
          {isNew ? 'Add webhook' : 'Save changes'}
        </Button>
      </div>
    </form>
  )
}
