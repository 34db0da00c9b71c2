import type { Account } from '@video-forge/contract/accounts/account-settings'
import type { User } from '@video-forge/contract/accounts/accounts'
import { useRef, useState } from 'react'
import { replaceUser } from '../../../session/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { useReloadAccount } from './account-queries.ts'
import { ConfirmAddressForm } from './confirm-address-form.tsx'
import { NewAddressForm } from './new-address-form.tsx'
import { PublicName } from './public-name.tsx'

type Step = { kind: 'idle' } | { kind: 'ask' } | { kind: 'confirm'; email: string; isSent: boolean }

/** The profile, and the steps to change the e-mail address: enter a new one, then the code that was sent to it. */
export function ProfileSettings({ user, account }: { user: User; account: Account }) {
  const { pendingEmail } = account
  const [step, setStep] = useState<Step>(pendingEmail ? { kind: 'confirm', email: pendingEmail, isSent: false } : { kind: 'idle' })
  const opener = useRef<HTMLButtonElement>(null)
  const reload = useReloadAccount()

  // The focus was in the form that closes.
  const close = () => {
    setStep({ kind: 'idle' })
    requestAnimationFrame(() => opener.current?.focus())
  }
  const finish = (changed: User) => {
    replaceUser(changed)
    close()
    showToast('good', `Your e-mail address is now ${changed.email}.`)
    void reload()
  }

  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-muted">Username</dt>
        <dd className="break-words">{user.username}</dd>
        <dt className="text-muted">E-mail</dt>
        <dd className="min-w-0 break-words">{user.email}</dd>
        <dt className="text-muted">Groups</dt>
        <dd>{user.groups.join(', ')}</dd>
      </dl>
      {!account.hasPublicName && <PublicName />}
      {step.kind === 'idle' && (
        <div>
          <Button ref={opener} onClick={() => setStep({ kind: 'ask' })}>
            Change e-mail
          </Button>
        </div>
      )}
      {step.kind === 'ask' && (
        <NewAddressForm account={account} onSent={(email) => setStep({ kind: 'confirm', email, isSent: true })} onCancel={close} />
      )}
      {step.kind === 'confirm' && (
        <ConfirmAddressForm email={step.email} autoFocus={step.isSent} onConfirmed={finish} onOther={() => setStep({ kind: 'ask' })} />
      )}
    </>
  )
}
