import { sentences } from '@video-forge/contract/sentences'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { confirmEmail, resendConfirmation, type Unconfirmed } from '../account-calls.ts'
import { AccountForm } from '../account-form.tsx'
import { CodeField, sendCode, useCodeField } from '../code-field.tsx'
import { useSubmission } from '../use-submission.ts'
import { ResendCode, useResendCode } from './resend-code.tsx'

interface ConfirmEmailFormProps {
  who: Unconfirmed
  /** A code was sent a moment ago, so the next one has to wait. */
  isCodeJustSent: boolean
  /** Why this form is shown instead of the page that was opened. */
  reason: string | undefined
  onConfirmed: () => void
  onBack: () => void
}

export function ConfirmEmailForm({ who, isCodeJustSent, reason, onConfirmed, onBack }: ConfirmEmailFormProps) {
  const field = useCodeField()
  const confirmation = useSubmission([], sentences.confirmationFailed)
  const resending = useResendCode({
    send: async () => {
      confirmation.clear()
      await resendConfirmation(who)
    },
    fallback: sentences.resendFailed,
    isJustSent: isCodeJustSent,
  })
  const confirm = async () => {
    await sendCode(field, (code) => confirmEmail(who, code))
    onConfirmed()
  }

  return (
    <AccountForm
      // The failure has a panel of its own, above the field.
      submission={{ pending: confirmation.pending, failure: undefined }}
      onSubmit={(event) => {
        resending.hideSent()
        confirmation.submit(event, field.problem, confirm)
      }}
      submit="Confirm Email"
      footer={<ResendCode state={resending} onBack={onBack} />}
    >
      {reason && !confirmation.failure && <Notice tone="warn">{reason}</Notice>}
      {confirmation.failure && (
        <Notice tone="bad" title="Confirmation Failed">
          {confirmation.failure}
        </Notice>
      )}
      <CodeField state={field} error={confirmation.problemOf('code')} />
    </AccountForm>
  )
}
