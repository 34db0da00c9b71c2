import { isCode } from '@video-forge/contract/rules/account-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { CodeInput } from '../../../ui/forms/code-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { confirmEmail, resendConfirmation, type Unconfirmed } from '../account-calls.ts'
import { useCountdown } from '../use-countdown.ts'
import { useSubmission } from '../use-submission.ts'

interface ConfirmEmailFormProps {
  who: Unconfirmed
  /** A code is on its way, so the next one has to wait. */
  codeJustSent: boolean
  /** Why this came instead of what was asked for. */
  reason: string | undefined
  onConfirmed: () => void
  onBack: () => void
}

export function ConfirmEmailForm({ who, codeJustSent, reason, onConfirmed, onBack }: ConfirmEmailFormProps) {
  const [code, setCode] = useState('')
  const [sentAgain, setSentAgain] = useState(false)
  const [wait, startWait] = useCountdown(codeJustSent ? limits.resendWaitSeconds : 0)
  const confirmation = useSubmission([], sentences.confirmationFailed)
  const resending = useSubmission([], sentences.resendFailed)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSentAgain(false)
    if (!isCode(code)) {
      confirmation.refuse({ field: 'code', message: sentences.codeNotSixDigits })
      return
    }
    void confirmation.run(async () => {
      try {
        await confirmEmail(who, code)
      } catch (error) {
        setCode('')
        throw error
      }
      onConfirmed()
    })
  }

  const resend = () =>
    resending.run(async () => {
      confirmation.clear()
      try {
        await resendConfirmation(who)
      } catch (error) {
        if (error instanceof ApiError && error.retryAfter) startWait(error.retryAfter)
        throw error
      }
      setSentAgain(true)
      startWait(limits.resendWaitSeconds)
    })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {reason && !confirmation.failure && <Notice tone="warn">{reason}</Notice>}
      {confirmation.failure && (
        <Notice tone="bad" title="Confirmation Failed">
          {confirmation.failure}
        </Notice>
      )}
      <Field label="Verification Code" error={confirmation.problemOf('code')}>
        {(control) => <CodeInput {...control} autoFocus length={limits.codeLength} value={code} onValueChange={setCode} />}
      </Field>
      <Button kind="primary" type="submit" pending={confirmation.pending}>
        Confirm Email
      </Button>
      {resending.failure && <Notice tone="bad">{resending.failure}</Notice>}
      {sentAgain && <Notice tone="good">A new code is on its way.</Notice>}
      <div className="flex flex-wrap justify-between gap-2">
        <Button kind="quiet" size="small" onClick={onBack}>
          Back to Sign In
        </Button>
        <Button kind="quiet" size="small" disabled={wait > 0} pending={resending.pending} onClick={resend} className="tabular-nums">
          {wait > 0 ? `Resend code in ${wait} s` : 'Resend code'}
        </Button>
      </div>
    </form>
  )
}
