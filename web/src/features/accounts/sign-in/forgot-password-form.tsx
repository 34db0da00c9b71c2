import { emailProblem } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { forgotPassword } from '../account-calls.ts'
import { focusField } from '../focus-field.ts'
import { useSubmission } from '../use-submission.ts'

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

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = email.trim()
    const message = address === '' ? sentences.allFieldsRequired : emailProblem(address)
    if (message) {
      submission.refuse({ field: 'email', message })
      focusField(event.currentTarget, 'email')
      return
    }
    void submission.run(async () => {
      await forgotPassword(address)
      onSent(address)
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Email" error={submission.problemOf('email')}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            name="email"
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
      <Button kind="primary" type="submit" pending={submission.pending}>
        Send Code
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button kind="quiet" size="small" onClick={onBack}>
          Back to Sign In
        </Button>
        <Button kind="quiet" size="small" onClick={() => onHasCode(email.trim())}>
          I have a code
        </Button>
      </div>
    </form>
  )
}
