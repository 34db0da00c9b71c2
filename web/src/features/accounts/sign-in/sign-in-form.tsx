import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { type CodeChallenge, signIn } from '../../../session/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import type { Unconfirmed } from '../account-calls.ts'
import { PasswordField } from '../account-fields.tsx'
import { AccountForm } from '../account-form.tsx'
import { useSubmission } from '../use-submission.ts'

interface SignInFormProps {
  initialUsername: string
  onCodeNeeded: (challenge: CodeChallenge) => void
  onUnconfirmed: (who: Unconfirmed, message: string) => void
  /** Called with the username as typed so far. */
  onForgotten: (login: string) => void
}

export function SignInForm({ initialUsername, onCodeNeeded, onUnconfirmed, onForgotten }: SignInFormProps) {
  const [username, setUsername] = useState(initialUsername)
  const [password, setPassword] = useState('')
  const submission = useSubmission(['username', 'password'], sentences.loginTryAgain)
  const name = username.trim()
  const missing = name === '' ? 'username' : password === '' ? 'password' : undefined

  const send = async () => {
    const outcome = await signIn(name, password)
    if (outcome.kind === 'code-needed') onCodeNeeded(outcome.challenge)
    if (outcome.kind === 'unconfirmed') onUnconfirmed({ username: name, email: name.includes('@') ? name : undefined }, outcome.message)
  }

  return (
    <AccountForm
      submission={submission}
      onSubmit={(event) => submission.submit(event, missing && { field: missing, message: sentences.allFieldsRequired }, send)}
      submit="Sign In"
      footer={
        <Button kind="quiet" size="small" className="-my-1 self-center" onClick={() => onForgotten(name)}>
          Forgot password?
        </Button>
      }
    >
      <TextField
        name="username"
        label="Username"
        value={username}
        onValueChange={setUsername}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        error={submission.problemOf('username')}
      />
      <PasswordField
        error={submission.problemOf('password')}
        value={password}
        onChange={setPassword}
        // The name is there after a confirmed address or a new password; only the password is missing.
        isFocused={initialUsername !== ''}
      />
    </AccountForm>
  )
}
