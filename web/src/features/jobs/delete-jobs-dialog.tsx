import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '@video-forge/contract/jobs'
import { sentences } from '@video-forge/contract/sentences'
import type { RefObject } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { removeCachedJob } from '../../jobs-view/live/job-cache.ts'
import { call } from '../../session/call.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

interface DeleteJobsDialogProps {
  /** What is to be deleted; none closes the dialog. */
  jobs: readonly Job[]
  returnFocusTo?: RefObject<HTMLElement | null>
  onClose: () => void
  /** Called before the dialog closes when everything was deleted. */
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
      showToast('good', jobs.length === 1 ? 'The video was deleted.' : `${jobs.length} videos were deleted.`)
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
          ? `'${first?.title ?? ''}' and every file made of it are gone for good. Links to it stop working.`
          : `All ${jobs.length} videos and every file made of them are gone for good. Links to them stop working.`
      }
      confirm="Delete"
      destructive
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      {...(returnFocusTo && { returnFocusTo })}
    />
  )
}

/** A job that is gone already is as deleted as it can be. */
async function deleteJob(id: string): Promise<void> {
  try {
    await call('DELETE /jobs/{id}', { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error
  }
}
