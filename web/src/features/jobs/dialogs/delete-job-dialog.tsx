import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Draft, Job } from '@video-forge/contract/jobs'
import { sentences } from '@video-forge/contract/sentences'
import type { RefObject } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { removeCachedJob } from '../../../jobs-view/live/job-cache.ts'
import { call } from '../../../session/call.ts'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { showDeleted, videoDeletion } from '../../../videos-view/video-deletion.ts'

interface DeleteJobDialogProps {
  /** The video to delete; without one the dialog is closed. */
  video: Draft | Job | undefined
  returnFocusTo?: RefObject<HTMLElement | null>
  onClose: () => void
  /** Called when it was deleted, before the dialog closes. */
  onDeleted: () => void
}

export function DeleteJobDialog({ video, returnFocusTo, onClose, onDeleted }: DeleteJobDialogProps) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: async (chosen: Draft | Job) => {
      await deleteVideo(chosen)
      removeCachedJob(client, chosen.id)
    },
    onSuccess: (_, { id }) => {
      showDeleted(client, id)
      onDeleted()
    },
    onError: (error) => showToast('bad', sentences.deleteFailed(error.message)),
    onSettled: onClose,
  })
  return (
    <AlertDialog
      open={video !== undefined}
      onOpenChange={(open) => {
        if (!open && !deletion.isPending) onClose()
      }}
      title="Delete this video?"
      description={videoDeletion(video?.title ?? '')}
      confirm="Delete"
      destructive
      pending={deletion.isPending}
      onConfirm={() => video && deletion.mutate(video)}
      {...(returnFocusTo && { returnFocusTo })}
    />
  )
}

/** A draft has no job to delete. What no longer exists counts as deleted. */
async function deleteVideo(video: Draft | Job): Promise<void> {
  const params = { id: video.id }
  try {
    await ('status' in video ? call('DELETE /jobs/{id}', { params }) : call('DELETE /gallery/videos/{id}', { params }))
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error
  }
}
