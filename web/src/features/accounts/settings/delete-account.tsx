import type { Account } from '@video-forge/contract/accounts/account-settings'
import type { User } from '@video-forge/contract/accounts/accounts'
import { sentences } from '@video-forge/contract/sentences'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '../../../format/count.ts'
import { endSession } from '../../../session/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { deleteAccount } from '../account-calls.ts'
import { PasswordField } from '../account-fields.tsx'
import { useSubmission } from '../use-submission.ts'

interface DeleteAccountProps {
  user: User
  account: Account
}

/** Says what is deleted, and asks for the password first. */
export function DeleteAccount({ user, account }: DeleteAccountProps) {
  const { needsSignIn, isLastAdmin } = account
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const obstacle = isLastAdmin ? sentences.lastAdmin : needsSignIn ? sentences.signInAgain : undefined
  return (
    <>
      <p className="text-muted">{consequenceOf(account)}</p>
      {obstacle ? (
        <p className="rounded-control bg-sunken px-3 py-2.5 text-13">{obstacle}</p>
      ) : (
        <div className="flex justify-end">
          <Button ref={opener} kind="danger" onClick={() => setAsking(true)}>
            Delete account
          </Button>
        </div>
      )}
      <DeleteAccountDialog user={user} account={account} open={isAsking} onOpenChange={setAsking} returnFocusTo={opener} />
    </>
  )
}

interface DeleteAccountDialogProps extends DeleteAccountProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

function DeleteAccountDialog({ user, account, open, onOpenChange, returnFocusTo }: DeleteAccountDialogProps) {
  const { hasPassword } = account
  const [password, setPassword] = useState('')
  const submission = useSubmission(['password'], sentences.accountDeletionFailed)
  const navigate = useNavigate()
  const remove = async () => {
    const message = await deleteAccount(hasPassword ? password : undefined)
    // Leave the page first: the next person to sign in must not be sent back here.
    await navigate('/')
    endSession()
    showToast('good', message, { urgent: true })
  }
  const changeOpen = (next: boolean) => {
    setPassword('')
    submission.clear()
    onOpenChange(next)
  }
  return (
    <AlertDialog
      open={open}
      onOpenChange={changeOpen}
      returnFocusTo={returnFocusTo}
      title={`Delete ${user.username}?`}
      description={consequenceOf(account)}
      confirm="Delete account"
      destructive
      blocked={hasPassword && password === ''}
      pending={submission.pending}
      onConfirm={() => void submission.run(remove)}
    >
      {hasPassword && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (password !== '') void submission.run(remove)
          }}
        >
          <PasswordField
            hint="To confirm that it is you."
            error={submission.problemOf('password')}
            value={password}
            onChange={setPassword}
          />
        </form>
      )}
      {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
    </AlertDialog>
  )
}

const consequenceOf = ({ videoCount }: Account): string => {
  const deleted =
    videoCount === 0
      ? 'This deletes your account with its sessions and settings.'
      : `This deletes your account and ${formatCount(videoCount, 'video')} with all ${videoCount === 1 ? 'its' : 'their'} files and links.`
  return `${deleted} It cannot be undone.`
}
