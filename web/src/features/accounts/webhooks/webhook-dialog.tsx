import type { AccountWebhook } from '@video-forge/contract/webhooks/account-webhooks'
import { type RefObject, useState } from 'react'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { NewSecret } from './new-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'

interface WebhookDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  webhook?: AccountWebhook
  onSaved: (webhook: AccountWebhook) => Promise<void>
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Adds or changes a webhook. A secret that was created for it is shown then. */
export function WebhookDialog({ open, onOpenChange, webhook, onSaved, returnFocusTo }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string>()
  const change = (next: boolean) => {
    if (!next) setSecret(undefined)
    onOpenChange(next)
  }
  const saved = (stored: AccountWebhook, created: string | null) => {
    void onSaved(stored)
    if (created) return setSecret(created)
    change(false)
    showToast('good', 'Webhook saved.')
  }
  const description = webhook ? 'What it is called for, and where.' : 'An address that gets a signed POST when something happens.'
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      returnFocusTo={returnFocusTo}
      title={secret ? 'The secret of your webhook' : webhook ? 'Edit webhook' : 'New webhook'}
      description={secret ? 'Copy it now: it is shown only once.' : description}
    >
      {secret ? <NewSecret secret={secret} onDone={() => change(false)} /> : <WebhookForm webhook={webhook} onSaved={saved} />}
    </Dialog>
  )
}
