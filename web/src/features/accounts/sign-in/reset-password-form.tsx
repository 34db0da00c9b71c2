import { emailProblem, isCode, newPasswordProblem } from '@video-forge/contract/rules/account-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { CodeInput } from '../../../ui/forms/code-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { resetPassword } from '../account-calls.ts'
import { focusField } from '../focus-field.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { useSubmission } from '../use-submission.ts'
import { ResendCode } from './resend-code.tsx'

interface ResetPasswordFormProps {
  initialEmail: string
  /** A code is on its way to this address, so it is not asked for again. */
  isSent: boolean
  onReset: (email: string) => void
  onBack: () => void
}

const fields = ['email', 'code', 'password', 'confirmPassword']

export function ResetPasswordForm({ initialEmail, isSent, onReset, onBack }: ResetPasswordFormProps) {
  const [email, setEmail] = useState(initialEmail)
  const [code, setCode] = useState('')
  const [values, setValues] = useState({ password: '', confirmPassword: '' })
  const codeInput = useRef<HTMLInputElement>(null)
  const submission = useSubmission(fields, sentences.resetFailed)
  const address = email.trim()

  const findProblem = () => {
    const message = address === '' ? sentences.allFieldsRequired : emailProblem(address)
    if (message) return { field: 'email', message }
    if (!isCode(code)) return { field: 'code', message: sentences.codeNotSixDigits }
    return newPasswordProblem({}, values)
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = findProblem()
    if (problem) {
      submission.refuse(problem)
      focusField(event.currentTarget, problem.field)
      return
    }
    void submission.run(async () => {
      try {
        await resetPassword(address, code, values.password)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'INVALID_CODE') {
          setCode('')
          codeInput.current?.focus()
        }
        throw error
      }
      onReset(address)
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {!isSent && (
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
      )}
      <Field label="Verification Code" error={submission.problemOf('code')}>
        {(control) => (
          <CodeInput
            {...control}
            ref={codeInput}
            name="code"
            autoFocus={isSent}
            length={limits.codeLength}
            value={code}
            onValueChange={setCode}
          />
        )}
      </Field>
      {/* So that a password manager knows whose password it is. */}
      <input hidden type="text" name="username" autoComplete="username" value={address} readOnly />
      <NewPasswordFields label="New Password" values={values} onChange={setValues} problemOf={submission.problemOf} />
      {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
      <Button kind="primary" type="submit" pending={submission.pending}>
        Set New Password
      </Button>
      <ResendCode email={address} justSent={isSent} onBack={onBack} onSent={submission.clear} />
    </form>
  )
}
