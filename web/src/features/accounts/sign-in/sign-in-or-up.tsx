import { CircleCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { SegmentedToggle } from '../../../ui/forms/segmented-toggle.tsx'
import { GoogleButton } from './google-button.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export type EntryScreen = { kind: 'sign-in'; username: string; message?: string } | { kind: 'sign-up' }

const modes = ['Sign In', 'Sign Up'] as const

interface SignInOrUpProps extends Omit<ComponentProps<typeof SignInForm>, 'initialUsername'>, ComponentProps<typeof SignUpForm> {
  screen: EntryScreen
  hasGoogle: boolean
  onMode: (mode: (typeof modes)[number]) => void
}

/** The two forms behind one toggle, with Google under both. */
export function SignInOrUp({ screen, hasGoogle, onMode, onCodeSent, onCreated, ...signIn }: SignInOrUpProps) {
  const isSignIn = screen.kind === 'sign-in'
  return (
    <>
      <h2 className="sr-only">{isSignIn ? 'Sign in' : 'Sign up'}</h2>
      <SegmentedToggle label="Sign in or sign up" options={modes} value={isSignIn ? 'Sign In' : 'Sign Up'} onValueChange={onMode} />
      <EntryHint screen={screen} />
      {screen.kind === 'sign-in' ? (
        <SignInForm key={screen.username} initialUsername={screen.username} {...signIn} />
      ) : (
        <SignUpForm onCodeSent={onCodeSent} onCreated={onCreated} />
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

/** A message takes the place of the hint, so that the form does not move when the message disappears. */
function EntryHint({ screen }: { screen: EntryScreen }) {
  const message = screen.kind === 'sign-in' ? screen.message : undefined
  const hint = screen.kind === 'sign-in' ? 'Use your username or your e-mail address.' : 'We will send a verification code to your address.'
  return (
    <p role="status" className="-my-1 flex min-h-5 items-center gap-1.5 text-13 text-muted">
      {message ? (
        <span className="flex items-center gap-1.5 font-medium text-good">
          <CircleCheck aria-hidden="true" className="size-4" />
          {message}
        </span>
      ) : (
        hint
      )}
    </p>
  )
}
