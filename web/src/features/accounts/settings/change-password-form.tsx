import type { User } from '@video-forge/contract/accounts/accounts'
import { newPasswordProblem } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { changePassword } from '../account-calls.ts'
import { PasswordField } from '../account-fields.tsx'
import { AccountForm } from '../account-form.tsx'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { useSubmission } from '../use-submission.ts'
import { useReloadAccount } from './account-queries.ts'

const empty = { password: '', confirmPassword: '' }

export function ChangePasswordForm({ user }: { user: User }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [values, setValues] = useState(empty)
  const submission = useSubmission(['currentPassword', 'password', 'confirmPassword'], sentences.passwordChangeFailed)
  const reload = useReloadAccount()

  const save = async () => {
    const message = await changePassword(currentPassword, values.password)
    setCurrentPassword('')
    setValues(empty)
    showToast('good', message)
    void reload()
  }

  return (
    <AccountForm
      submission={submission}
      onSubmit={(event) => submission.submit(event, newPasswordProblem({ currentPassword }, values), save)}
      submit="Change password"
      otherButton={null}
    >
      {/* A password manager reads from it whose password this is. */}
      <input hidden type="text" name="username" autoComplete="username" value={user.username} readOnly />
      <PasswordField
        label="Current Password"
        name="currentPassword"
        error={submission.problemOf('currentPassword')}
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      <NewPasswordFields label="New Password" values={values} onChange={setValues} problemOf={submission.problemOf} />
    </AccountForm>
  )
}
