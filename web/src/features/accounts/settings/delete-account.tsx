import type { Account } from '@video-forge/contract/account-settings'
import type { User } from '@video-forge/contract/accounts'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '../../../format/count.ts'
import { endSession } from '../../../session/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { deleteAccount } from '../account-calls.ts'
import { useSubmission } from '../use-submission.ts'

/** Says what goes, and asks for the password before it goes. */
export function DeleteAccount({ user, account }: { user: User; account: Account }) {
  const { hasPassword, needsSignIn, isLastAdmin } = account
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const submission = useSubmission(['password'], sentences.accountDeletionFailed)
  const navigate = useNavigate()
  const obstacle = isLastAdmin ? sentences.lastAdmin : needsSignIn ? sentences.signInAgain : undefined

  const ask = (open: boolean) => {
    setAsking(open)
    setPassword('')
    submission.clear()
  }
  const remove = () =>
    void submission.run(async () => {
      const message = await deleteAccount(hasPassword ? password : undefined)
      // First to the start: nobody comes back to this page by signing in as somebody else.
      await navigate('/')
      endSession()
      showToast('good', message, { urgent: true })
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') remove()
  }

  return (
    <>
      <p className="text-muted">{goesWith(account.videoCount)} This cannot be undone.</p>
      {obstacle ? (
        <p className="rounded-control bg-sunken px-3 py-2.5 text-13">{obstacle}</p>
      ) : (
        <div className="flex justify-end">
          <Button ref={opener} kind="danger" onClick={() => ask(true)}>
            Delete account
          </Button>
        </div>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={ask}
        returnFocusTo={opener}
        title={`Delete ${user.username}?`}
        description={`${goesWith(account.videoCount)} This cannot be undone.`}
        confirm="Delete account"
        destructive
        blocked={hasPassword && password === ''}
        pending={submission.pending}
        onConfirm={remove}
      >
        {hasPassword && (
          <form noValidate onSubmit={submit}>
            <Field label="Password" hint="To make sure that it is you." error={submission.problemOf('password')}>
              {(control) => (
                <PasswordInput
                  {...control}
                  autoComplete="current-password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              )}
            </Field>
          </form>
        )}
        {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
      </AlertDialog>
    </>
  )
}

const goesWith = (videoCount: number): string =>
  videoCount === 0
    ? 'Your account goes, with your sessions and settings. You have no videos.'
    : `Your account goes, and ${formatCount(videoCount, 'video')} with all ${videoCount === 1 ? 'its' : 'their'} files and links.`
