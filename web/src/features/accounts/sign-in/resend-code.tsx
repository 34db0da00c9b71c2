import { emailProblem } from '@video-forge/contract/rules/account-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { forgotPassword } from '../account-calls.ts'
import { useCountdown } from '../use-countdown.ts'
import { useSubmission } from '../use-submission.ts'

interface ResendCodeProps {
  email: string
  /** A code is on its way, so the next one has to wait. */
  justSent: boolean
  onBack: () => void
  onSent: () => void
}

/** The way back and another code, under the form that asks for it. */
export function ResendCode({ email, justSent, onBack, onSent }: ResendCodeProps) {
  const [wait, startWait] = useCountdown(justSent ? limits.resendWaitSeconds : 0)
  const [isSent, setSent] = useState(false)
  const resending = useSubmission([], sentences.forgotFailed)

  const resend = () =>
    resending.run(async () => {
      setSent(false)
      try {
        await forgotPassword(email)
      } catch (error) {
        if (error instanceof ApiError && error.retryAfter) startWait(error.retryAfter)
        throw error
      }
      onSent()
      setSent(true)
      startWait(limits.resendWaitSeconds)
    })

  return (
    <>
      {resending.failure && <Notice tone="bad">{resending.failure}</Notice>}
      {isSent && <Notice tone="good">A new code is on its way.</Notice>}
      <div className="flex flex-wrap justify-between gap-2">
        <Button kind="quiet" size="small" onClick={onBack}>
          Back to Sign In
        </Button>
        <Button
          kind="quiet"
          size="small"
          disabled={wait > 0 || emailProblem(email) !== undefined}
          pending={resending.pending}
          onClick={resend}
          className="tabular-nums"
        >
          {wait > 0 ? `Resend code in ${wait} s` : 'Resend code'}
        </Button>
      </div>
    </>
  )
}
