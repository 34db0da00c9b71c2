import { limits } from '@video-forge/contract/rules/limits'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useCountdown } from '../use-countdown.ts'
import { useSubmission } from '../use-submission.ts'

interface ResendOptions {
  send: () => Promise<void>
  /** Shown when sending fails without a message from the server. */
  fallback: string
  /** A code was sent a moment ago, so the next one has to wait. */
  isJustSent: boolean
}

/** Sends another code, at most once per waiting time. */
export function useResendCode({ send, fallback, isJustSent }: ResendOptions) {
  const [waitSeconds, startWait] = useCountdown(isJustSent ? limits.resendWaitSeconds : 0)
  const [isSent, setSent] = useState(false)
  const submission = useSubmission([], fallback)
  const resend = () =>
    submission.run(async () => {
      setSent(false)
      try {
        await send()
      } catch (error) {
        if (error instanceof ApiError && error.retryAfter) startWait(error.retryAfter)
        throw error
      }
      setSent(true)
      startWait(limits.resendWaitSeconds)
    })
  return { waitSeconds, isSent, failure: submission.failure, pending: submission.pending, resend, hideSent: () => setSent(false) }
}

interface ResendCodeProps {
  state: ReturnType<typeof useResendCode>
  /** There is an address to send a code to. */
  canSend?: boolean
  onBack: () => void
}

/** The buttons under a form that asks for a code: back, and another code. */
export const ResendCode = ({ state: { waitSeconds, isSent, failure, pending, resend }, canSend = true, onBack }: ResendCodeProps) => (
  <>
    {failure && <Notice tone="bad">{failure}</Notice>}
    {isSent && <Notice tone="good">A new code is on its way.</Notice>}
    <div className="flex flex-wrap justify-between gap-2">
      <BackToSignIn onBack={onBack} />
      <Button
        kind="quiet"
        size="small"
        disabled={waitSeconds > 0 || !canSend}
        pending={pending}
        onClick={() => void resend()}
        className="tabular-nums"
      >
        {waitSeconds > 0 ? `Resend code in ${waitSeconds} s` : 'Resend code'}
      </Button>
    </div>
  </>
)

export const BackToSignIn = ({ onBack }: { onBack: () => void }) => (
  <Button kind="quiet" size="small" onClick={onBack}>
    Back to Sign In
  </Button>
)
