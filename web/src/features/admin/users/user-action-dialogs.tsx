import type { AdminUser } from '@video-forge/contract/admin/admin-users'
import { sentences } from '@video-forge/contract/sentences'
import type { RefObject } from 'react'
import { withDefaultMessage } from '../../../api/with-default-message.ts'
import { call } from '../../../session/call.ts'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAction } from '../use-action.ts'

export interface UserDialogProps {
  /** Without a user the dialog is closed. */
  user: AdminUser | undefined
  returnFocusTo: RefObject<HTMLElement | null>
  onClose: () => void
  onDone: (message: string) => void
}

interface ActionDialogProps extends UserDialogProps {
  title: (user: AdminUser) => string
  description: (user: AdminUser) => string
  confirm: (user: AdminUser) => string
  destructive?: boolean
  failed: string
  /** Does it, and returns the sentence for the admin. */
  work: (user: AdminUser) => Promise<string>
}

/** Asks once, then does something to a user. */
function ActionDialog({ user, returnFocusTo, onClose, onDone, title, description, confirm, destructive, failed, work }: ActionDialogProps) {
  const action = useAction(async (target: AdminUser) => onDone(await work(target)))
  return (
    <AlertDialog
      open={user !== undefined}
      onOpenChange={() => {
        // The dialog of the next user must not show this error.
        action.reset()
        onClose()
      }}
      returnFocusTo={returnFocusTo}
      title={user ? title(user) : ''}
      description={user ? description(user) : ''}
      confirm={user ? confirm(user) : ''}
      destructive={destructive ?? false}
      pending={action.isPending}
      onConfirm={() => user && action.mutate(user)}
    >
      <ActionResult failed={failed} error={action.error} />
    </AlertDialog>
  )
}

export const PromoteDialog = (props: UserDialogProps) => (
  <ActionDialog
    {...props}
    title={({ username }) => `Make ${username} an admin?`}
    description={() => 'Admins see and manage every job, file and user, and can make other admins.'}
    confirm={() => 'Make admin'}
    failed={sentences.promotionFailed}
    work={async ({ username, email }) => {
      await withDefaultMessage(sentences.promotionFailed, call('POST /auth/groups/admin', { body: { email } }))
      return `${username} is an admin now.`
    }}
  />
)

/** Disables a user, or enables one who is disabled. */
export const DisableDialog = (props: UserDialogProps) => (
  <ActionDialog
    {...props}
    title={({ username, disabled }) => `${disabled ? 'Enable' : 'Disable'} ${username}?`}
    description={({ disabled }) =>
      disabled ? 'They can sign in again.' : 'They are signed out everywhere at once and cannot sign in. Their videos stay.'
    }
    confirm={({ disabled }) => (disabled ? 'Enable user' : 'Disable user')}
    destructive={!props.user?.disabled}
    failed="The user could not be changed"
    work={async ({ id, username, disabled }) => {
      await call(disabled ? 'POST /admin/users/{id}/enable' : 'POST /admin/users/{id}/disable', { params: { id } })
      return disabled ? `${username} can sign in again.` : `${username} is disabled and signed out everywhere.`
    }}
  />
)

export const PasswordResetDialog = (props: UserDialogProps) => (
  <ActionDialog
    {...props}
    title={({ username }) => `Send ${username} a password reset?`}
    description={({ email }) => `We send a code for a new password to ${email}. Nothing changes until they use it.`}
    confirm={() => 'Send password reset'}
    failed="The reset could not be sent"
    work={async ({ id }) => (await call('POST /admin/users/{id}/password-reset', { params: { id } })).message}
  />
)
