import type { User } from '@video-forge/contract/accounts'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useState } from 'react'
import { replaceUser } from '../../../session/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { switchEmailCode } from '../account-calls.ts'
import { useSubmission } from '../use-submission.ts'

/** Takes the password again: an open browser alone must not be enough to weaken a sign-in. */
export function EmailCodeSwitch({ user }: { user: User }) {
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
