import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Draft, Job } from '@video-forge/contract/jobs'
import { sentences } from '@video-forge/contract/sentences'
import type { RefObject } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { removeCachedJob } from '../../../jobs-view/live/job-cache.ts'
import { call } from '../../../session/call.ts'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { videoDeleted, videoDeletion } from '../../../videos-view/video-deletion.ts'

interface DeleteJobsDialogProps {
  /** The videos to delete; without any the dialog is closed. */
  videos: readonly (Draft | Job)[]
  returnFocusTo?: RefObject<HTMLElement | null>
  onClose: () => void
  /** Called when everything was deleted, before the dialog closes. */
  onDeleted: () => void
}

export function DeleteJobsDialog({ videos, returnFocusTo, onClose, onDeleted }: DeleteJobsDialogProps) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: async () => {
      for (const video of videos) {
        await deleteVideo(video)
        removeCachedJob(client, video.id)
      }
    },
    onSuccess: () => {
      showToast('good', videos.length === 1 ? videoDeleted : `${videos.length} videos were deleted.`)
      onDeleted()
    },
    onError: (error) => showToast('bad', sentences.deleteFailed(error.message)),
    onSettled: onClose,
  })
  const [first] = videos
  return (
    <AlertDialog
      open={videos.length > 0}
      onOpenChange={(open) => {
        if (!open && !deletion.isPending) onClose()
      }}
      title={videos.length === 1 ? 'Delete this video?' : `Delete ${videos.length} videos?`}
      description={
        videos.length === 1
          ? videoDeletion(first?.title ?? '')
          : `This deletes ${videos.length} videos and all their files for good. Links to them stop working.`
      }
      confirm="Delete"
      destructive
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
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
