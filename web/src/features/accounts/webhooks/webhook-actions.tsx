import type { AccountWebhook } from '@video-forge/contract/webhooks/account-webhooks'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { useSubmission } from '../use-submission.ts'
import { NewSecret } from './new-secret.tsx'
import { useReloadWebhooks, useShowWebhook } from './webhook-queries.ts'

const questions = {
  pause: {
    title: 'Pause this webhook?',
    description: 'Nothing is sent to it until you resume it, and what happens meanwhile is not sent later.',
    confirm: 'Pause',
    destructive: false,
  },
  secret: {
    title: 'Replace the secret?',
    description: 'Every call is signed with the new one from now on. Your server has to know it, or it refuses them.',
    confirm: 'Replace secret',
    destructive: false,
  },
  remove: {
    title: 'Remove this webhook?',
    description: 'It is not called any more, and its log is deleted. This cannot be undone.',
    confirm: 'Remove',
    destructive: true,
  },
} as const

type Question = keyof typeof questions

/** What is asked about before it is done: pausing, a new secret, removing. */
export function WebhookActions({ webhook: { id, pausedAt } }: { webhook: AccountWebhook }) {
  const [asked, setAsked] = useState<Question>()
  const [secret, setSecret] = useState<string>()
  const buttons = useRef<HTMLDivElement>(null)
  const working = useSubmission([], 'That did not work. Please try again.')
  const show = useShowWebhook()
  const reload = useReloadWebhooks()
  const navigate = useNavigate()
  const params = { id }

  const work: Record<Question, () => Promise<void>> = {
    pause: async () => show((await call('PATCH /account/webhooks/{id}', { params, body: { isPaused: true } })).webhook),
    secret: async () => setSecret((await call('POST /account/webhooks/{id}/secret', { params })).secret),
    remove: async () => {
      await call('DELETE /account/webhooks/{id}', { params })
      await navigate('/account')
      await reload(id)
      showToast('good', 'Webhook removed.')
    },
  }
  const confirm = () =>
    asked &&
    void working.run(async () => {
      await work[asked]()
      setAsked(undefined)
    })
  const question = questions[asked ?? 'pause']
  return (
    <div ref={buttons} tabIndex={-1} className="flex flex-wrap gap-2 outline-none">
      <Button onClick={() => setAsked('secret')}>New secret</Button>
      {!pausedAt && <Button onClick={() => setAsked('pause')}>Pause</Button>}
      <Button onClick={() => setAsked('remove')}>Remove</Button>
      <AlertDialog
        open={asked !== undefined}
        onOpenChange={() => {
          working.clear()
          setAsked(undefined)
        }}
        returnFocusTo={buttons}
        {...question}
        pending={working.pending}
        onConfirm={confirm}
      >
        {working.failure && <Notice tone="bad">{working.failure}</Notice>}
      </AlertDialog>
      <Dialog
        open={secret !== undefined}
        onOpenChange={() => setSecret(undefined)}
        returnFocusTo={buttons}
        title="The new secret"
        description="Copy it now: it is shown only once."
      >
        <NewSecret secret={secret ?? ''} onDone={() => setSecret(undefined)} />
      </Dialog>
    </div>
  )
}
