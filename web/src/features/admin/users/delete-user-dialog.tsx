import type { AdminUser } from '@video-forge/contract/admin/admin-users'
import { sentences } from '@video-forge/contract/sentences'
import { type RefObject, useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { useAction } from '../use-action.ts'

interface DeleteUserDialogProps {
  user: AdminUser | undefined
  returnFocusTo: RefObject<HTMLElement | null>
  onClose: () => void
  onDone: (said: string) => void
}

/** Says what goes with the user, and wants their name typed: nobody deletes the wrong person by a slip of the hand. */
export function DeleteUserDialog({ user, returnFocusTo, onClose, onDone }: DeleteUserDialogProps) {
  const [typed, setTyped] = useState('')
  const remove = useAction(async (doomed: AdminUser) => {
    await call('DELETE /auth/users/{id}', { params: { id: doomed.id } })
    onDone(`${doomed.username} is deleted.`)
  })
  return (
    <AlertDialog
      open={user !== undefined}
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      title={`Delete ${user?.username ?? ''}?`}
      description={user ? `${goesWith(user)} This can not be undone.` : ''}
      confirm="Delete user"
      destructive
      blocked={typed.trim() !== user?.username}
      pending={remove.isPending}
      onConfirm={() => user && remove.mutate(user)}
    >
      <Field label={`Type ${user?.username ?? ''} to confirm`}>
        {(control) => <TextInput {...control} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
      {remove.error && <Notice tone="bad">{sentences.deleteFailed(remove.error.message)}</Notice>}
    </AlertDialog>
  )
}

function goesWith({ videos, files, bytes, activeJobs }: AdminUser): string {
  const work = activeJobs > 0 ? ` ${formatCount(activeJobs, 'running job')} ${activeJobs === 1 ? 'is' : 'are'} stopped.` : ''
  return `The account goes with ${formatCount(videos, 'video')} and ${formatCount(files, 'file')} of ${formatBytes(bytes)}.${work}`
}
