import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { completeWithCode } from '../../../session/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { AccountForm } from '../account-form.tsx'
import { CodeField, sendCode, useCodeField } from '../code-field.tsx'
import { useSubmission } from '../use-submission.ts'
import { readChallenge } from './read-challenge.ts'

export function MfaLoginPage() {
  useDocumentTitle('Enter your code')
  const navigate = useNavigate()
  const challenge = readChallenge(useLocation().state)
  const field = useCodeField()
  const submission = useSubmission([], sentences.mfaFailed)

  if (!challenge) return <Navigate to="/" replace />
  const signIn = () => sendCode(field, (code) => completeWithCode(challenge, code))

  return (
    <div className="mx-auto flex w-full max-w-[440px] flex-col gap-5 rounded-surface border border-line bg-surface p-5 sm:p-6 lg:mt-8">
      <div className="flex flex-col gap-1">
        <h1 className="font-semibold text-20 tracking-tight">Enter your code</h1>
        <p className="text-muted">
          We sent a {limits.codeLength}-digit code to{' '}
          <span className="break-words font-medium text-ink">{challenge.destination ?? 'your e-mail address'}</span>. It works for{' '}
          {limits.codeMinutes} minutes. Sign in again to get a new one.
        </p>
      </div>
      <AccountForm
        submission={submission}
        onSubmit={(event) => submission.submit(event, field.problem, signIn)}
        submit="Verify"
        footer={
          <Button kind="quiet" onClick={() => navigate(-1)}>
            Back to Login
          </Button>
        }
      >
        <CodeField state={field} error={submission.problemOf('code')} />
      </AccountForm>
    </div>
  )
}
