import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '@video-forge/contract/jobs'
import { sentences } from '@video-forge/contract/sentences'
import type { RefObject } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { removeCachedJob } from '../../jobs-view/live/job-cache.ts'
import { call } from '../../session/call.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { videoDeleted, videoDeletion } from '../../videos-view/video-deletion.ts'

interface DeleteJobsDialogProps {
  /** The jobs to delete; without any the dialog is closed. */
  jobs: readonly Job[]
  returnFocusTo?: RefObject<HTMLElement | null>
  onClose: () => void
  /** Called when everything was deleted, before the dialog closes. */
  onDeleted: () => void
}

export function DeleteJobsDialog({ jobs, returnFocusTo, onClose, onDeleted }: DeleteJobsDialogProps) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: async () => {
      for (const { id } of jobs) {
        await deleteJob(id)
        removeCachedJob(client, id)
      }
    },
    onSuccess: () => {
      showToast('good', jobs.length === 1 ? videoDeleted : `${jobs.length} videos were deleted.`)
      onDeleted()
    },
    onError: (error) => showToast('bad', sentences.deleteFailed(error.message)),
    onSettled: onClose,
  })
  const [first] = jobs
  return (
    <AlertDialog
      open={jobs.length > 0}
      onOpenChange={(open) => {
        if (!open && !deletion.isPending) onClose()
      }}
      title={jobs.length === 1 ? 'Delete this video?' : `Delete ${jobs.length} videos?`}
      description={
        jobs.length === 1
          ? videoDeletion(first?.title ?? '')
          : `This deletes ${jobs.length} videos and all their files for good. Links to them stop working.`
      }
      confirm="Delete"
      destructive
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      {...(returnFocusTo && { returnFocusTo })}
    />
  )
}

/** A job that no longer exists counts as deleted. */
async function deleteJob(id: string): Promise<void> {
  try {
    await call('DELETE /jobs/{id}', { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error
  }
}
