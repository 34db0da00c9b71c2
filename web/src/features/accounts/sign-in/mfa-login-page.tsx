import { isCode } from '@video-forge/contract/rules/account-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { completeWithCode } from '../../../session/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { CodeInput } from '../../../ui/forms/code-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useSubmission } from '../use-submission.ts'
import { readChallenge } from './read-challenge.ts'

export function MfaLoginPage() {
  useDocumentTitle('Enter your code')
  const navigate = useNavigate()
  const challenge = readChallenge(useLocation().state)
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const submission = useSubmission([], sentences.mfaFailed)

  if (!challenge) return <Navigate to="/" replace />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isCode(code)) {
      submission.refuse({ field: 'code', message: sentences.codeNotSixDigits })
      input.current?.focus()
      return
    }
    void submission.run(async () => {
      try {
        await completeWithCode(challenge, code)
      } catch (error) {
        setCode('')
        input.current?.focus()
        throw error
      }
    })
  }

  return (
    <div className="mx-auto flex w-full max-w-[440px] flex-col gap-5 rounded-surface border border-line bg-surface p-5 sm:p-6 lg:mt-8">
      <div className="flex flex-col gap-1">
        <h1 className="font-semibold text-20 tracking-tight">Enter your code</h1>
        <p className="text-muted">
          We sent a {limits.codeLength}-digit code to{' '}
          <span className="break-words font-medium text-ink">{challenge.destination ?? 'your e-mail address'}</span>. It is good for{' '}
          {limits.codeMinutes} minutes; signing in again sends a new one.
        </p>
      </div>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Verification Code" error={submission.problemOf('code')}>
          {(control) => <CodeInput {...control} ref={input} autoFocus length={limits.codeLength} value={code} onValueChange={setCode} />}
        </Field>
        {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
        <Button kind="primary" type="submit" pending={submission.pending}>
          Verify
        </Button>
        <Button kind="quiet" onClick={() => navigate(-1)}>
          Back to Login
        </Button>
      </form>
    </div>
  )
}
