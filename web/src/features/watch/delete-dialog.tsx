import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { sentences } from '@video-forge/contract/sentences'
import type { RefObject } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../session/call.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { removeCachedVideo } from '../../videos-view/video-cache.ts'
import { showDeleted, videoDeletion } from '../../videos-view/video-deletion.ts'
import { titleOf } from '../../videos-view/video-title.ts'

interface DeleteDialogProps {
  video: VideoDetails
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
  onDeleted: () => void
}

export function DeleteDialog({ video, onDeleted, ...dialog }: DeleteDialogProps) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => deleteVideo(video.id),
    onSuccess: () => {
      showDeleted(client, video.id)
      removeCachedVideo(client, video.id)
      onDeleted()
    },
    onError: (error) => {
      showToast('bad', sentences.deleteFailed(error.message))
      dialog.onOpenChange(false)
    },
  })
  return (
    <AlertDialog
      {...dialog}
      title="Delete this video?"
      description={videoDeletion(titleOf(video))}
      confirm="Delete"
      destructive
      pending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    />
  )
}

/** A video that no longer exists counts as deleted. */
async function deleteVideo(id: string): Promise<void> {
  try {
    await call('DELETE /gallery/videos/{id}', { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error
  }
}
