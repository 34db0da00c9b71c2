import type { AdminUser } from '@video-forge/contract/admin/admin-users'
import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { useAction } from '../use-action.ts'
import type { UserDialogProps } from './user-action-dialogs.tsx'

/** Says what is deleted, and requires the name to be typed, so that a slip cannot delete the wrong person. */
export function DeleteUserDialog({ user, returnFocusTo, onClose, onDone }: UserDialogProps) {
  const [typed, setTyped] = useState('')
  const remove = useAction(async ({ id, username }: AdminUser) => {
    await call('DELETE /auth/users/{id}', { params: { id } })
    onDone(`${username} was deleted.`)
  })
  return (
    <AlertDialog
      open={user !== undefined}
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      title={`Delete ${user?.username ?? ''}?`}
      description={user ? consequenceOf(user) : ''}
      confirm="Delete user"
      destructive
      blocked={typed.trim() !== user?.username}
      pending={remove.isPending}
      onConfirm={() => user && remove.mutate(user)}
    >
      <TextField label={`Type ${user?.username ?? ''} to confirm`} autoComplete="off" value={typed} onValueChange={setTyped} />
      {remove.error && <Notice tone="bad">{sentences.deleteFailed(remove.error.message)}</Notice>}
    </AlertDialog>
  )
}

function consequenceOf({ videos, files, bytes, activeJobs }: AdminUser): string {
  const stopped = activeJobs > 0 ? ` It stops ${formatCount(activeJobs, 'running job')}.` : ''
  return `This deletes the account, ${formatCount(videos, 'video')} and ${formatCount(files, 'file')} (${formatBytes(bytes)}).${stopped} It cannot be undone.`
}
