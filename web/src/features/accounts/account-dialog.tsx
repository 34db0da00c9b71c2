import type { User } from '@video-forge/contract/accounts'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, type RefObject, useState } from 'react'
import { replaceUser } from '../../session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { switchEmailCode } from './account-calls.ts'
import { NoticeSwitch } from './notice-switch.tsx'
import { useSubmission } from './use-submission.ts'
import { WebhookSettings } from './webhook-settings.tsx'

interface AccountDialogProps {
  user: User
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export const AccountDialog = ({ user, open, onOpenChange, returnFocusTo }: AccountDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    returnFocusTo={returnFocusTo}
    title="Account"
    description="Who you are here, how you sign in and how you hear of your videos."
  >
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-line border-y py-4">
      <dt className="text-muted">Username</dt>
      <dd className="break-words">{user.username}</dd>
      <dt className="text-muted">E-mail</dt>
      <dd className="break-words">{user.email}</dd>
      <dt className="text-muted">Groups</dt>
      <dd>{user.groups.join(', ')}</dd>
    </dl>
    <EmailCodeSwitch user={user} />
    <NoticeSwitch />
    <WebhookSettings />
  </Dialog>
)

/** Takes the password again: an open browser alone must not be enough to weaken a sign-in. */
function EmailCodeSwitch({ user }: { user: User }) {
  const [wanted, setWanted] = useState(user.mfaEnabled)
  const [password, setPassword] = useState('')
  const submission = useSubmission(['password'], 'Failed to change the e-mail code')

  const choose = (next: boolean) => {
    setWanted(next)
    setPassword('')
    submission.clear()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') {
      submission.refuse({ field: 'password', message: sentences.allFieldsRequired })
      return
    }
    void submission.run(async () => {
      const enabled = await switchEmailCode(wanted, password)
      replaceUser({ ...user, mfaEnabled: enabled })
      setPassword('')
      showToast('good', enabled ? 'The e-mail code is on.' : 'The e-mail code is off.')
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Switch
        label="E-mail code"
        hint="Asks for a code from your mailbox after your password, each time you sign in."
        checked={wanted}
        onCheckedChange={choose}
      />
      {wanted !== user.mfaEnabled && (
        <>
          <Field label="Password" hint={`To switch the e-mail code ${wanted ? 'on' : 'off'}.`} error={submission.problemOf('password')}>
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
          <div className="flex justify-end gap-2">
            <Button onClick={() => choose(user.mfaEnabled)}>Cancel</Button>
            <Button kind="primary" type="submit" pending={submission.pending}>
              Save
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
