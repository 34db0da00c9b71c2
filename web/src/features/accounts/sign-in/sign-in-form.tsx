import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useState } from 'react'
import { type CodeChallenge, signIn } from '../../../session/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import type { Unconfirmed } from '../account-calls.ts'
import { focusField } from '../focus-field.ts'
import { useSubmission } from '../use-submission.ts'

interface SignInFormProps {
  initialUsername: string
  onCodeNeeded: (challenge: CodeChallenge) => void
  onUnconfirmed: (who: Unconfirmed, message: string) => void
  /** With what was typed as the name so far. */
  onForgotten: (login: string) => void
}

export function SignInForm({ initialUsername, onCodeNeeded, onUnconfirmed, onForgotten }: SignInFormProps) {
  const [username, setUsername] = useState(initialUsername)
  const [password, setPassword] = useState('')
  const submission = useSubmission(['username', 'password'], sentences.loginTryAgain)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = username.trim()
    const missing = name === '' ? 'username' : password === '' ? 'password' : undefined
    if (missing) {
      submission.refuse({ field: missing, message: sentences.allFieldsRequired })
      focusField(event.currentTarget, missing)
      return
    }
    void submission.run(async () => {
      const outcome = await signIn(name, password)
      if (outcome.kind === 'code-needed') onCodeNeeded(outcome.challenge)
      if (outcome.kind === 'unconfirmed') onUnconfirmed({ username: name, email: name.includes('@') ? name : undefined }, outcome.message)
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Username" error={submission.problemOf('username')}>
        {(control) => (
          <TextInput
            {...control}
            name="username"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password" error={submission.problemOf('password')}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
      <Button kind="primary" type="submit" pending={submission.pending} className="mt-1">
        Sign In
      </Button>
      <Button kind="quiet" size="small" className="-my-1 self-center" onClick={() => onForgotten(username.trim())}>
        Forgot password?
      </Button>
    </form>
  )
}
