import { limits } from '@video-forge/contract/rules/limits'
import { useState } from 'react'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

type Step = { kind: 'ask'; email: string } | { kind: 'reset'; email: string; isSent: boolean }

interface RecoveryCardProps {
  initialEmail: string
  onReset: (email: string) => void
  onBack: () => void
}

/** A new password without the old one: request a code, then use it. */
export function RecoveryCard({ initialEmail, onReset, onBack }: RecoveryCardProps) {
  const [step, setStep] = useState<Step>({ kind: 'ask', email: initialEmail })
  if (step.kind === 'ask') {
    return (
      <>
        <div className="flex flex-col gap-1">
          <h2 className="font-semibold text-20 tracking-tight">Forgot your password?</h2>
          <p className="text-muted">Enter the e-mail address of your account. We will send you a code to set a new password.</p>
        </div>
        <ForgotPasswordForm
          initialEmail={step.email}
          onSent={(email) => setStep({ kind: 'reset', email, isSent: true })}
          onHasCode={(email) => setStep({ kind: 'reset', email, isSent: false })}
          onBack={onBack}
        />
      </>
    )
  }
  return (
    <>
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-20 tracking-tight">Set a new password</h2>
        <p role="status" className="text-muted">
          {!step.isSent ? (
            `Enter your address and the ${limits.codeLength}-digit code from our e-mail.`
          ) : (
            <>
              If there is an account with <span className="break-words font-medium text-ink">{step.email}</span>, a {limits.codeLength}
              -digit code is on its way. It works for {limits.codeMinutes} minutes.
            </>
          )}
        </p>
      </div>
      <ResetPasswordForm initialEmail={step.email} isSent={step.isSent} onReset={onReset} onBack={onBack} />
    </>
  )
}
