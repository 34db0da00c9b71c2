import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Request } from '@video-forge/contract/endpoints'
import { call } from '../../session/call.ts'
import { videoKeys } from '../video-keys.ts'

type NewCaption = NonNullable<Request<'POST /gallery/videos/{id}/captions'>['body']>
type CaptionChange = Request<'PATCH /gallery/videos/{id}/captions/{captionId}'>['body']

/** Changes of a video's captions, which apply at once. The page of the video shows them when they are done. */
export function useCaptionChanges(id: string) {
  const client = useQueryClient()
  const onSuccess = () => {
    // Without its automatic captions, new ones can be made.
    void client.invalidateQueries({ queryKey: videoKeys.captions(id) })
    return client.invalidateQueries({ queryKey: videoKeys.anyOf(id) })
  }
  return {
    adding: useMutation({
      mutationFn: (body: NewCaption) => call('POST /gallery/videos/{id}/captions', { params: { id }, query: {}, body }),
      onSuccess,
    }),
    changing: useMutation({
      mutationFn: ({ captionId, body }: { captionId: string; body: CaptionChange }) =>
        call('PATCH /gallery/videos/{id}/captions/{captionId}', { params: { id, captionId }, body }),
      onSuccess,
    }),
    deleting: useMutation({
      mutationFn: (captionId: string) => call('DELETE /gallery/videos/{id}/captions/{captionId}', { params: { id, captionId } }),
      onSuccess,
    }),
  }
}
