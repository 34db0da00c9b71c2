import { CircleCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { SegmentedToggle } from '../../../ui/forms/segmented-toggle.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import type { SignInSite } from './use-site.ts'

export type EntryScreen = { kind: 'sign-in'; username: string; message?: string } | { kind: 'sign-up' }

const modes = ['Sign In', 'Sign Up'] as const

interface SignInOrUpProps extends Omit<ComponentProps<typeof SignInForm>, 'initialUsername'>, ComponentProps<typeof SignUpForm> {
  screen: EntryScreen
  site: SignInSite
  onMode: (mode: (typeof modes)[number]) => void
}

/** The two forms behind one toggle, with the site's providers under both. Without sign-up there is only one form. */
export function SignInOrUp({ screen: wanted, site, onMode, onCodeSent, onCreated, invitation, ...signIn }: SignInOrUpProps) {
  const canSignUp = site.registration === 'open' || (site.registration === 'invite' && invitation !== undefined)
  const screen: EntryScreen = canSignUp || wanted.kind === 'sign-in' ? wanted : { kind: 'sign-in', username: '' }
  const isSignIn = screen.kind === 'sign-in'
  return (
    <>
      <h2 className="sr-only">{isSignIn ? 'Sign in' : 'Sign up'}</h2>
      {canSignUp && (
        <SegmentedToggle label="Sign in or sign up" options={modes} value={isSignIn ? 'Sign In' : 'Sign Up'} onValueChange={onMode} />
      )}
      <EntryHint screen={screen} isInvited={invitation !== undefined} />
      {screen.kind === 'sign-in' ? (
        <SignInForm key={screen.username} initialUsername={screen.username} {...signIn} />
      ) : (
        <SignUpForm invitation={invitation} onCodeSent={onCodeSent} onCreated={onCreated} />
      )}
      {(site.googleSignIn || site.oidc) && (
        <>
          <div
            aria-hidden="true"
            className="flex items-center gap-3 text-12 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
          >
            or
          </div>
          <ProviderButtons site={site} />
        </>
      )}
      {site.registration === 'invite' && !invitation && (
        <p className="text-13 text-muted">New accounts need an invitation. Ask an admin of this site.</p>
      )}
    </>
  )
}

/** A message takes the place of the hint, so that the form does not move when the message disappears. */
function EntryHint({ screen, isInvited }: { screen: EntryScreen; isInvited: boolean }) {
  const message = screen.kind === 'sign-in' ? screen.message : undefined
  const hint =
    screen.kind === 'sign-in'
      ? 'Use your username or your e-mail address.'
      : isInvited
        ? 'You are invited. Choose a name and a password.'
        : 'We will send a verification code to your address.'
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
