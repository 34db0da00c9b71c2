import type { User } from '@video-forge/contract/accounts/accounts'
import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { replaceUser } from '../../../session/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { emailCodeFailed, switchEmailCode } from '../account-calls.ts'
import { PasswordField } from '../account-fields.tsx'
import { AccountForm } from '../account-form.tsx'
import { useSubmission } from '../use-submission.ts'

/** Requires the password, so that an unattended browser is not enough to weaken the sign-in. */
export function EmailCodeSwitch({ user }: { user: User }) {
  const [isOn, setOn] = useState(user.mfaEnabled)
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="E-mail code"
        hint="Each time you sign in, enter a code that we send by e-mail after your password."
        checked={isOn}
        onCheckedChange={setOn}
      />
      {isOn !== user.mfaEnabled && <ConfirmSwitchForm user={user} isOn={isOn} onCancel={() => setOn(user.mfaEnabled)} />}
    </div>
  )
}

function ConfirmSwitchForm({ user, isOn, onCancel }: { user: User; isOn: boolean; onCancel: () => void }) {
  const [password, setPassword] = useState('')
  const submission = useSubmission(['password'], emailCodeFailed)
  const problem = password === '' ? { field: 'password', message: sentences.allFieldsRequired } : undefined
  const save = async () => {
    const enabled = await switchEmailCode(isOn, password)
    replaceUser({ ...user, mfaEnabled: enabled })
    showToast('good', enabled ? 'The e-mail code is on.' : 'The e-mail code is off.')
  }
  return (
    <AccountForm
      submission={submission}
      onSubmit={(event) => submission.submit(event, problem, save)}
      submit="Save"
      otherButton={<Button onClick={onCancel}>Cancel</Button>}
    >
      <PasswordField
        hint={`Needed to switch the e-mail code ${isOn ? 'on' : 'off'}.`}
        error={submission.problemOf('password')}
        value={password}
        onChange={setPassword}
      />
    </AccountForm>
  )
}
