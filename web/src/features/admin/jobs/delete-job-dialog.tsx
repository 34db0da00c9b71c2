import { useQueryClient } from '@tanstack/react-query'
import type { AdminJob } from '@video-forge/contract/admin/admin-jobs'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import type { RefObject } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { showDeleted } from '../../../videos-view/video-deletion.ts'
import { useAction } from '../use-action.ts'

interface DeleteJobDialogProps {
  /** The job to delete; without one the dialog is closed. */
  job: AdminJob | undefined
  returnFocusTo: RefObject<HTMLElement | null>
  onClose: () => void
  onDone: (message: string | undefined) => void
}

export function DeleteJobDialog({ job, returnFocusTo, onClose, onDone }: DeleteJobDialogProps) {
  const client = useQueryClient()
  const remove = useAction(async ({ id, title }: AdminJob) => {
    onDone(undefined)
    await call('DELETE /jobs/admin/{id}', { params: { id } })
    onClose()
    onDone(`"${title}" was deleted.`)
    showDeleted(client, id)
  })
  return (
    <AlertDialog
      open={job !== undefined}
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      title="Delete this job?"
      description={job ? consequenceOf(job) : ''}
      confirm="Delete job"
      destructive
      pending={remove.isPending}
      onConfirm={() => job && remove.mutate(job)}
    >
      {remove.error && <Notice tone="bad">{sentences.deleteFailed(remove.error.message)}</Notice>}
    </AlertDialog>
  )
}

const consequenceOf = ({ title, username, asset_count: fileCount, bytes }: AdminJob): string =>
  `This deletes "${title}" by ${username}, its video and ${formatCount(fileCount, 'file')} (${formatBytes(bytes)}). It is in the trash for ${limits.deletedVideoDays} days.`
