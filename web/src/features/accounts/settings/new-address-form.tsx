import type { Account } from '@video-forge/contract/accounts/account-settings'
import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { requestEmailChange } from '../account-calls.ts'
import { EmailField, emailFieldProblem, PasswordField } from '../account-fields.tsx'
import { AccountForm } from '../account-form.tsx'
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
    const problem = emailFieldProblem('newEmail', email)
    if (problem) return problem
    return hasPassword && password === '' ? { field: 'password', message: sentences.allFieldsRequired } : undefined
  }
  const send = async () => {
    await requestEmailChange(email.trim(), hasPassword ? password : undefined)
    onSent(email.trim())
  }

  if (needsSignIn) return <Notice tone="warn">{sentences.signInAgain}</Notice>
  return (
    <AccountForm
      label="Change e-mail"
      submission={submission}
      onSubmit={(event) => submission.submit(event, findProblem(), send)}
      submit="Send code"
      otherButton={<Button onClick={onCancel}>Cancel</Button>}
    >
      <EmailField
        label="New Email"
        name="newEmail"
        hint="We send a code to it. Your address changes once you enter the code."
        error={submission.problemOf('newEmail')}
        value={email}
        onChange={setEmail}
      />
      {hasPassword && <PasswordField error={submission.problemOf('password')} value={password} onChange={setPassword} />}
    </AccountForm>
  )
}
