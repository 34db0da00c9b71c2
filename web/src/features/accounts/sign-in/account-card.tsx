import { limits } from '@video-forge/contract/rules/limits'
import { useEffect, useState } from 'react'
import type { CodeChallenge } from '../../../session/sign-in.ts'
import type { Unconfirmed } from '../account-calls.ts'
import { ConfirmEmailForm } from './confirm-email-form.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { type EntryScreen, SignInOrUp } from './sign-in-or-up.tsx'
import type { OpenInvitation } from './use-invitation.ts'
import type { SignInSite } from './use-site.ts'

type Screen =
  | EntryScreen
  | { kind: 'recover'; email: string }
  | { kind: 'confirm'; who: Unconfirmed; isCodeJustSent: boolean; reason?: string }

const signInScreen = (username = '', message?: string): EntryScreen => ({ kind: 'sign-in', username, ...(message && { message }) })

interface AccountCardProps {
  onCodeNeeded: (challenge: CodeChallenge) => void
  site: SignInSite
  invitation?: OpenInvitation | undefined
}

/** Everything one can do about an account while signed out, one screen at a time. */
export function AccountCard({ onCodeNeeded, site, invitation }: AccountCardProps) {
  const [screen, setScreen] = useState<Screen>(() => (invitation ? { kind: 'sign-up' } : signInScreen()))
  useMessageTimeout(screen, setScreen)

  if (screen.kind === 'confirm') {
    const { who } = screen
    return (
      <ConfirmScreen
        {...screen}
        onConfirmed={() => setScreen(signInScreen(who.username, 'Email confirmed. You can sign in now.'))}
        onBack={() => setScreen(signInScreen(who.username))}
      />
    )
  }
  if (screen.kind === 'recover') {
    return (
      <RecoveryCard
        initialEmail={screen.email}
        onReset={(email) => setScreen(signInScreen(email, 'Password changed. You can sign in now.'))}
        onBack={() => setScreen(signInScreen())}
      />
    )
  }
  return (
    <SignInOrUp
      screen={screen}
      site={site}
      invitation={invitation}
      onMode={(mode) => setScreen(mode === 'Sign In' ? signInScreen() : { kind: 'sign-up' })}
      onCodeNeeded={onCodeNeeded}
      onUnconfirmed={(who, reason) => setScreen({ kind: 'confirm', who, isCodeJustSent: false, reason })}
      onForgotten={(login) => setScreen({ kind: 'recover', email: login.includes('@') ? login : '' })}
      onCodeSent={(who) => setScreen({ kind: 'confirm', who, isCodeJustSent: true })}
      onCreated={(username) => setScreen(signInScreen(username))}
    />
  )
}

/** Removes the message of the sign-in screen after a while. */
function useMessageTimeout(screen: Screen, setScreen: (change: (current: Screen) => Screen) => void): void {
  const message = screen.kind === 'sign-in' ? screen.message : undefined
  useEffect(() => {
    if (message === undefined) return
    const timer = setTimeout(() => {
      setScreen((current) => (current.kind === 'sign-in' ? signInScreen(current.username) : current))
    }, limits.confirmedMessageDelay)
    return () => clearTimeout(timer)
  }, [message, setScreen])
}

interface ConfirmScreenProps {
  who: Unconfirmed
  isCodeJustSent: boolean
  reason?: string
  onConfirmed: () => void
  onBack: () => void
}

const ConfirmScreen = ({ who, isCodeJustSent, reason, onConfirmed, onBack }: ConfirmScreenProps) => (
  <>
    <div className="flex flex-col gap-1">
      <h2 className="font-semibold text-20 tracking-tight">Confirm your e-mail address</h2>
      <p className="text-muted">
        Enter the {limits.codeLength}-digit code we sent to{' '}
        <span className="break-words font-medium text-ink">{who.email ?? 'your e-mail address'}</span>.
      </p>
    </div>
    <ConfirmEmailForm who={who} isCodeJustSent={isCodeJustSent} reason={reason} onConfirmed={onConfirmed} onBack={onBack} />
  </>
)
