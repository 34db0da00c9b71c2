import { emailProblem, newPasswordProblem } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { forgotPassword, resetPassword } from '../account-calls.ts'
import { EmailField, emailFieldProblem } from '../account-fields.tsx'
import { AccountForm } from '../account-form.tsx'
import { CodeField, useCodeField } from '../code-field.tsx'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { useSubmission } from '../use-submission.ts'
import { ResendCode, useResendCode } from './resend-code.tsx'

interface ResetPasswordFormProps {
  initialEmail: string
  /** A code was sent to this address, so the form does not ask for the address again. */
  isSent: boolean
  onReset: (email: string) => void
  onBack: () => void
}

const fields = ['email', 'code', 'password', 'confirmPassword']

export function ResetPasswordForm({ initialEmail, isSent, onReset, onBack }: ResetPasswordFormProps) {
  const [email, setEmail] = useState(initialEmail)
  const field = useCodeField()
  const [values, setValues] = useState({ password: '', confirmPassword: '' })
  const submission = useSubmission(fields, sentences.resetFailed)
  const address = email.trim()
  const resending = useResendCode({
    send: async () => {
      await forgotPassword(address)
      submission.clear()
    },
    fallback: sentences.forgotFailed,
    isJustSent: isSent,
  })

  const findProblem = () => emailFieldProblem('email', email) ?? field.problem ?? newPasswordProblem({}, values)
  const save = async () => {
    try {
      await resetPassword(address, field.code, values.password)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_CODE') field.startOver()
      throw error
    }
    onReset(address)
  }

  return (
    <AccountForm
      submission={submission}
      onSubmit={(event) => submission.submit(event, findProblem(), save)}
      submit="Set New Password"
      footer={<ResendCode state={resending} canSend={emailProblem(address) === undefined} onBack={onBack} />}
    >
      {!isSent && <EmailField error={submission.problemOf('email')} value={email} onChange={setEmail} />}
      <CodeField state={field} error={submission.problemOf('code')} autoFocus={isSent} />
      {/* A password manager reads from it whose password this is. */}
      <input hidden type="text" name="username" autoComplete="username" value={address} readOnly />
      <NewPasswordFields label="New Password" values={values} onChange={setValues} problemOf={submission.problemOf} />
    </AccountForm>
  )
}
