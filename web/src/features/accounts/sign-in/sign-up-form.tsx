import { type SignUpValues, signUpProblem } from '@video-forge/contract/rules/account-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { type ComponentProps, type FormEvent, useEffect, useState } from 'react'
import { signIn } from '../../../session/sign-in.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { mentionsCode, register } from '../account-calls.ts'
import { AccountForm } from '../account-form.tsx'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { useSubmission } from '../use-submission.ts'
import { forgetInvitation, type OpenInvitation } from './use-invitation.ts'

const empty: SignUpValues = { username: '', email: '', password: '', confirmPassword: '' }

interface SignUpFormProps {
  onCodeSent: (account: { username: string; email: string }) => void
  /** Fixes the address, which its mail has proved. */
  invitation?: OpenInvitation | undefined
  /** Called once the message about the new account has been shown. */
  onCreated: (username: string) => void
}

export function SignUpForm({ invitation, onCodeSent, onCreated }: SignUpFormProps) {
  const [values, setValues] = useState({ ...empty, email: invitation?.email ?? '' })
  const [created, setCreated] = useState<string>()
  const submission = useSubmission(Object.keys(empty), sentences.registrationTryAgain)
  const username = values.username.trim()

  useEffect(() => {
    if (created === undefined) return
    const timer = setTimeout(() => onCreated(username), limits.createdMessageDelay)
    return () => clearTimeout(timer)
  }, [created, onCreated, username])

  const create = async () => {
    const email = values.email.trim()
    const message = await register(username, email, values.password, invitation?.token)
    if (invitation) forgetInvitation()
    if (mentionsCode(message)) return onCodeSent({ username, email })
    if (invitation && (await hasSignedIn(username, values.password))) return showToast('good', 'Account created. You are signed in.')
    setCreated(message || 'Account created.')
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (created === undefined) submission.submit(event, signUpProblem(values), create)
    else event.preventDefault()
  }

  const input = (name: 'username' | 'email'): ComponentProps<'input'> => ({
    name,
    value: values[name],
    onChange: (event) => setValues({ ...values, [name]: event.target.value }),
  })

  return (
    <AccountForm submission={submission} onSubmit={submit} submit="Create Account">
      <Field label="Username" error={submission.problemOf('username')}>
        {(control) => <TextInput {...control} {...input('username')} autoComplete="username" autoCapitalize="off" spellCheck={false} />}
      </Field>
      <Field label="Email" hint={invitation && 'Your invitation is for this address.'} error={submission.problemOf('email')}>
        {(control) => <TextInput {...control} {...input('email')} type="email" autoComplete="email" readOnly={invitation !== undefined} />}
      </Field>
      <NewPasswordFields
        label="Password"
        values={values}
        onChange={(chosen) => setValues({ ...values, ...chosen })}
        problemOf={submission.problemOf}
      />
      {created && <Notice tone="good">{created}</Notice>}
    </AccountForm>
  )
}

/** Whether the new account could be signed in with at once. If not, its person is asked to do it. */
const hasSignedIn = async (username: string, password: string): Promise<boolean> => {
  try {
    return (await signIn(username, password)).kind === 'signed-in'
  } catch {
    return false
  }
}
