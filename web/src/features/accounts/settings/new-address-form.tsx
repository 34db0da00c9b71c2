import type { Account } from '@video-forge/contract/account-settings'
import { emailProblem } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { requestEmailChange } from '../account-calls.ts'
import { focusField } from '../focus-field.ts'
import { useSubmission } from '../use-submission.ts'

interface NewAddressFormProps {
  account: Account
  onSent: (email: string) => void
  onCancel: () => void
}

export function NewAddressForm({ account: { hasPassword, needsSignIn }, onSent, onCancel }: NewAddressFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submission = useSubmission(['newEmail', 'password'], sentences.addressChangeFailed)

  const findProblem = () => {
    const address = email.trim()
    const message = address === '' ? sentences.allFieldsRequired : emailProblem(address)
    if (message) return { field: 'newEmail', message }
    return hasPassword && password === '' ? { field: 'password', message: sentences.allFieldsRequired } : undefined
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = findProblem()
    if (problem) {
      submission.refuse(problem)
      focusField(event.currentTarget, problem.field)
      return
    }
    void submission.run(async () => {
      await requestEmailChange(email.trim(), hasPassword ? password : undefined)
      onSent(email.trim())
    })
  }

  if (needsSignIn) return <Notice tone="warn">{sentences.signInAgain}</Notice>
  return (
    <form noValidate onSubmit={submit} aria-label="Change e-mail" className="flex flex-col gap-4">
      <Field
        label="New Email"
        hint="We mail a code to it. Your address stays as it is until you enter the code."
        error={submission.problemOf('newEmail')}
      >
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            name="newEmail"
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {hasPassword && (
        <Field label="Password" error={submission.problemOf('password')}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      )}
      {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" pending={submission.pending}>
          Send code
        </Button>
      </div>
    </form>
  )
}
