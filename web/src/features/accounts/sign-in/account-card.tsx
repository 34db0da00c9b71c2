import { limits } from '@video-forge/contract/rules/limits'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CodeChallenge } from '../../../session/sign-in.ts'
import { SegmentedToggle } from '../../../ui/forms/segmented-toggle.tsx'
import type { Unconfirmed } from '../account-calls.ts'
import { ConfirmEmailForm } from './confirm-email-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type Screen =
  | { kind: 'sign-in'; username: string; message?: string }
  | { kind: 'sign-up' }
  | { kind: 'recover'; email: string }
  | { kind: 'confirm'; who: Unconfirmed; codeJustSent: boolean; reason?: string }

const signInScreen = (username = ''): Screen => ({ kind: 'sign-in', username })

const modes = ['Sign In', 'Sign Up'] as const

interface AccountCardProps {
  onCodeNeeded: (challenge: CodeChallenge) => void
  /** The site has Google sign-in set up. */
  hasGoogle: boolean
}

export function AccountCard({ onCodeNeeded, hasGoogle }: AccountCardProps) {
  const [screen, setScreen] = useState<Screen>(signInScreen)
  const message = screen.kind === 'sign-in' ? screen.message : undefined

  useEffect(() => {
    if (message === undefined) return
    const timer = setTimeout(() => {
      setScreen((current) => (current.kind === 'sign-in' ? { kind: 'sign-in', username: current.username } : current))
    }, limits.confirmedMessageDelay)
    return () => clearTimeout(timer)
  }, [message])

  if (screen.kind === 'confirm') {
    const { who, codeJustSent, reason } = screen
    return (
      <>
        <div className="flex flex-col gap-1">
          <h2 className="font-semibold text-20 tracking-tight">Confirm your e-mail address</h2>
          <p className="text-muted">
            Enter the {limits.codeLength}-digit code we sent to{' '}
            <span className="break-words font-medium text-ink">{who.email ?? 'your e-mail address'}</span>.
          </p>
        </div>
        <ConfirmEmailForm
          who={who}
          codeJustSent={codeJustSent}
          reason={reason}
          onConfirmed={() => setScreen({ kind: 'sign-in', username: who.username, message: 'Email confirmed. You can sign in now.' })}
          onBack={() => setScreen(signInScreen(who.username))}
        />
      </>
    )
  }

  if (screen.kind === 'recover') {
    return (
      <RecoveryCard
        initialEmail={screen.email}
        onReset={(email) => setScreen({ kind: 'sign-in', username: email, message: 'Password changed. You can sign in now.' })}
        onBack={() => setScreen(signInScreen())}
      />
    )
  }

  return (
    <>
      <h2 className="sr-only">{screen.kind === 'sign-in' ? 'Sign in' : 'Sign up'}</h2>
      <SegmentedToggle
        label="Sign in or sign up"
        options={modes}
        value={screen.kind === 'sign-in' ? 'Sign In' : 'Sign Up'}
        onValueChange={(mode) => setScreen(mode === 'Sign In' ? signInScreen() : { kind: 'sign-up' })}
      />
      {/* The message takes the line of the hint, so that the form under it stays where it is when the message goes. */}
      <p role="status" className="-my-1 flex min-h-5 items-center gap-1.5 text-13 text-muted">
        {message ? (
          <span className="flex items-center gap-1.5 font-medium text-good">
            <CircleCheck aria-hidden="true" className="size-4" />
            {message}
          </span>
        ) : screen.kind === 'sign-in' ? (
          'Use your username or your e-mail address.'
        ) : (
          'We will send a verification code to your address.'
        )}
      </p>
      {screen.kind === 'sign-in' ? (
        <SignInForm
          key={screen.username}
          initialUsername={screen.username}
          onCodeNeeded={onCodeNeeded}
          onUnconfirmed={(who, reason) => setScreen({ kind: 'confirm', who, codeJustSent: false, reason })}
          onForgotten={(login) => setScreen({ kind: 'recover', email: login.includes('@') ? login : '' })}
        />
      ) : (
        <SignUpForm
          onCodeSent={(who) => setScreen({ kind: 'confirm', who, codeJustSent: true })}
          onCreated={(username) => setScreen(signInScreen(username))}
        />
      )}
      {hasGoogle && (
        <>
          <div
            aria-hidden="true"
            className="flex items-center gap-3 text-12 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
          >
            or
          </div>
          <GoogleButton />
        </>
      )}
    </>
  )
}
