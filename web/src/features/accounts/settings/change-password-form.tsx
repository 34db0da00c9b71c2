import type { User } from '@video-forge/contract/accounts'
import { newPasswordProblem } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { changePassword } from '../account-calls.ts'
import { focusField } from '../focus-field.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { useSubmission } from '../use-submission.ts'
import { useReloadAccount } from './account-queries.ts'

const empty = { password: '', confirmPassword: '' }

export function ChangePasswordForm({ user }: { user: User }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [values, setValues] = useState(empty)
  const submission = useSubmission(['currentPassword', 'password', 'confirmPassword'], sentences.passwordChangeFailed)
  const reload = useReloadAccount()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = newPasswordProblem({ currentPassword }, values)
    if (problem) {
      submission.refuse(problem)
      focusField(event.currentTarget, problem.field)
      return
    }
    void submission.run(async () => {
      const message = await changePassword(currentPassword, values.password)
      setCurrentPassword('')
      setValues(empty)
      showToast('good', message)
      void reload()
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {/* So that a password manager knows whose password it is. */}
      <input hidden type="text" name="username" autoComplete="username" value={user.username} readOnly />
      <Field label="Current Password" error={submission.problemOf('currentPassword')}>
        {(control) => (
          <PasswordInput
            {...control}
            name="currentPassword"
            autoComplete="current-password"
            value={currentPassword}
            onChange={(event) => setCurrentPassword(event.target.value)}
          />
        )}
      </Field>
      <NewPasswordFields label="New Password" values={values} onChange={setValues} problemOf={submission.problemOf} />
      {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" pending={submission.pending}>
          Change password
        </Button>
      </div>
    </form>
  )
}
