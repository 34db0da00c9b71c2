import type { AdminUser } from '@video-forge/contract/admin/admin-users'
import { sentences } from '@video-forge/contract/sentences'
import { useRef, useState } from 'react'
import { withDefaultMessage } from '../../../api/with-default-message.ts'
import { call } from '../../../session/call.ts'
import { useSession } from '../../../session/use-session.ts'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAction } from '../use-action.ts'
import { AuditPanel } from './audit-panel.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { PermissionsDialog } from './permissions-dialog.tsx'
import { QuotaDialog } from './quota-dialog.tsx'
import { UserBrowser } from './user-browser.tsx'
import type { UserAction } from './user-table.tsx'

export function UserManagement() {
  const me = useSession()
  const [asked, setAsked] = useState<{ act: UserAction; user: AdminUser }>()
  const [said, setSaid] = useState<string>()
  const opener = useRef<HTMLElement>(null)
  const close = () => setAsked(undefined)
  const finish = (text: string) => {
    close()
    setSaid(text)
  }
  const promote = useAction(async (user: AdminUser) => {
    setSaid(undefined)
    await withDefaultMessage(sentences.promotionFailed, call('POST /auth/groups/admin', { body: { email: user.email } }))
    finish(`${user.username} is an admin now.`)
  })
  const turn = useAction(async (user: AdminUser) => {
    setSaid(undefined)
    await call(user.disabled ? 'POST /admin/users/{id}/enable' : 'POST /admin/users/{id}/disable', { params: { id: user.id } })
    finish(user.disabled ? `${user.username} may sign in again.` : `${user.username} is disabled and signed out everywhere.`)
  })
  const sendReset = useAction(async (user: AdminUser) => {
    setSaid(undefined)
    finish((await call('POST /admin/users/{id}/password-reset', { params: { id: user.id } })).message)
  })
  const userFor = (act: UserAction) => (asked?.act === act ? asked.user : undefined)
  const promoted = userFor('promote')
  const resetting = userFor('reset')
  const turned = userFor('disable') ?? userFor('enable')

  const start = (act: UserAction, user: AdminUser, button: HTMLElement | null) => {
    opener.current = button
    promote.reset()
    turn.reset()
    sendReset.reset()
    setAsked({ act, user })
  }
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <ActionResult failed="" error={null} done={said} />
        <UserBrowser ownId={me?.id} onAction={start} />
      </div>
      <AuditPanel />
      <AlertDialog
        open={promoted !== undefined}
        onOpenChange={close}
        returnFocusTo={opener}
        title={`Make ${promoted?.username ?? ''} an admin?`}
        description="Admins see and manage every job, file and user, and can make other admins."
        confirm="Make admin"
        pending={promote.isPending}
        onConfirm={() => promoted && promote.mutate(promoted)}
      >
        <ActionResult failed={sentences.promotionFailed} error={promote.error} />
      </AlertDialog>
      <AlertDialog
        open={turned !== undefined}
        onOpenChange={close}
        returnFocusTo={opener}
        title={turned?.disabled ? `Enable ${turned.username}?` : `Disable ${turned?.username ?? ''}?`}
        description={
          turned?.disabled
            ? 'They may sign in again.'
            : 'They are signed out everywhere at once and can not sign in. Their videos stay where they are.'
        }
        confirm={turned?.disabled ? 'Enable user' : 'Disable user'}
        destructive={!turned?.disabled}
        pending={turn.isPending}
        onConfirm={() => turned && turn.mutate(turned)}
      >
        <ActionResult failed="It could not be changed" error={turn.error} />
      </AlertDialog>
      <AlertDialog
        open={resetting !== undefined}
        onOpenChange={close}
        returnFocusTo={opener}
        title={`Send ${resetting?.username ?? ''} a password reset?`}
        description={`A code to set a new password goes to ${resetting?.email ?? ''}. Until they use it, nothing changes.`}
        confirm="Send password reset"
        pending={sendReset.isPending}
        onConfirm={() => resetting && sendReset.mutate(resetting)}
      >
        <ActionResult failed="The reset could not be sent" error={sendReset.error} />
      </AlertDialog>
      <PermissionsDialog returnFocusTo={opener} user={userFor('permissions')} onClose={close} />
      <QuotaDialog key={userFor('quota')?.id} returnFocusTo={opener} user={userFor('quota')} onClose={close} onDone={finish} />
      <DeleteUserDialog
        key={userFor('delete')?.id ?? 'none'}
        returnFocusTo={opener}
        user={userFor('delete')}
        onClose={close}
        onDone={finish}
      />
    </div>
  )
}
