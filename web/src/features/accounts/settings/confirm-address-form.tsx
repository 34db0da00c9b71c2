import type { User } from '@video-forge/contract/accounts/accounts'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { Button } from '../../../ui/button.tsx'
import { confirmEmailChange } from '../account-calls.ts'
import { AccountForm } from '../account-form.tsx'
import { CodeField, sendCode, useCodeField } from '../code-field.tsx'
import { useSubmission } from '../use-submission.ts'

interface ConfirmAddressFormProps {
  email: string
  autoFocus: boolean
  onConfirmed: (user: User) => void
  onOther: () => void
}

export function ConfirmAddressForm({ email, autoFocus, onConfirmed, onOther }: ConfirmAddressFormProps) {
  const field = useCodeField()
  const submission = useSubmission(['code'], sentences.addressChangeFailed)
  return (
    <AccountForm
      label="Confirm the new e-mail address"
      className="max-w-[440px]"
      submission={submission}
      onSubmit={(event) => submission.submit(event, field.problem, async () => onConfirmed(await sendCode(field, confirmEmailChange)))}
      submit="Confirm e-mail"
      otherButton={<Button onClick={onOther}>Use another address</Button>}
    >
      <p role="status" className="text-muted">
        Enter the {limits.codeLength}-digit code we sent to <span className="break-words font-medium text-ink">{email}</span>. It works for{' '}
        {limits.codeMinutes} minutes.
      </p>
      <CodeField state={field} error={submission.problemOf('code')} autoFocus={autoFocus} />
    </AccountForm>
  )
}
