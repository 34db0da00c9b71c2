import type { AdminUser } from '@video-forge/contract/admin/admin-users'
import { useRef, useState } from 'react'
import { useSession } from '../../../session/use-session.ts'
import { ActionResult } from '../action-result.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { InvitationsPanel } from './invitations-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { PermissionsDialog } from './permissions-dialog.tsx'
import { QuotaDialog } from './quota-dialog.tsx'
import { DisableDialog, PasswordResetDialog, PromoteDialog } from './user-action-dialogs.tsx'
import { UserBrowser } from './user-browser.tsx'
import type { UserAction } from './user-table.tsx'

export function UserManagement() {
  const me = useSession()
  const [chosen, setChosen] = useState<{ action: UserAction; user: AdminUser }>()
  const [message, setMessage] = useState<string>()
  const opener = useRef<HTMLElement>(null)

  const start = (action: UserAction, user: AdminUser, button: HTMLElement | null) => {
    opener.current = button
    setMessage(undefined)
    setChosen({ action, user })
  }
  const dialogFor = (...actions: UserAction[]) => ({
    user: chosen && actions.includes(chosen.action) ? chosen.user : undefined,
    returnFocusTo: opener,
    onClose: () => setChosen(undefined),
    onDone: (text: string) => {
      setChosen(undefined)
      setMessage(text)
    },
  })
  /** A key per user empties the fields of a dialog before the next user. */
  const keyOf = (action: UserAction) => (chosen?.action === action ? chosen.user.id : 'closed')

  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <ActionResult failed="" error={null} done={message} />
        <UserBrowser ownId={me?.id} onAction={start} />
      </div>
      <InvitationsPanel />
      <KeysPanel />
      <AuditPanel />
      <PromoteDialog {...dialogFor('promote')} />
      <DisableDialog {...dialogFor('disable', 'enable')} />
      <PasswordResetDialog {...dialogFor('reset')} />
      <PermissionsDialog {...dialogFor('permissions')} />
      <QuotaDialog key={`quota ${keyOf('quota')}`} {...dialogFor('quota')} />
      <DeleteUserDialog key={`delete ${keyOf('delete')}`} {...dialogFor('delete')} />
    </div>
  )
}
