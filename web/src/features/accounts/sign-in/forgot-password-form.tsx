import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { forgotPassword } from '../account-calls.ts'
import { EmailField, emailFieldProblem } from '../account-fields.tsx'
import { AccountForm } from '../account-form.tsx'
import { useSubmission } from '../use-submission.ts'
import { BackToSignIn } from './resend-code.tsx'

interface ForgotPasswordFormProps {
  initialEmail: string
  onSent: (email: string) => void
  /** For a code that came another way, such as from an admin. */
  onHasCode: (email: string) => void
  onBack: () => void
}

export function ForgotPasswordForm({ initialEmail, onSent, onHasCode, onBack }: ForgotPasswordFormProps) {
  const [email, setEmail] = useState(initialEmail)
  const submission = useSubmission(['email'], sentences.forgotFailed)
  const send = async () => {
    await forgotPassword(email.trim())
    onSent(email.trim())
  }
  return (
    <AccountForm
      submission={submission}
      onSubmit={(event) => submission.submit(event, emailFieldProblem('email', email), send)}
      submit="Send Code"
      footer={
        <div className="flex flex-wrap justify-between gap-2">
          <BackToSignIn onBack={onBack} />
          <Button kind="quiet" size="small" onClick={() => onHasCode(email.trim())}>
            I have a code
          </Button>
        </div>
      }
    >
      <EmailField error={submission.problemOf('email')} value={email} onChange={setEmail} />
    </AccountForm>
  )
}
