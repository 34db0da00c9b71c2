import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { limits } from '@video-forge/contract/rules/limits'
import { pictureTooLarge, pictureTypes } from '@video-forge/contract/rules/video-rules'
import { retryWhileBusy } from '../../api/retry-while-busy.ts'
import { call } from '../../session/call.ts'
import { updateCachedVideo } from '../video-cache.ts'

export type ThumbnailChoice = { kind: 'frame'; time: number } | { kind: 'picture'; file: File } | { kind: 'automatic' }

/** Checks a picture before it is sent; the server checks its content. */
function checkPicture(file: File): void {
  if (!pictureTypes.some((type) => type === file.type)) throw new Error('Choose a JPEG, PNG or WebP picture.')
  if (file.size > limits.maxPictureBytes) throw new Error(pictureTooLarge)
}

function send({ id }: VideoDetails, choice: ThumbnailChoice) {
  const params = { id }
  if (choice.kind === 'automatic') return call('DELETE /gallery/videos/{id}/thumbnail', { params })
  const about = { params, query: {} }
  const request = choice.kind === 'frame' ? { ...about, body: { time: choice.time } } : { ...about, file: choice.file }
  return retryWhileBusy(() => call('POST /gallery/videos/{id}/thumbnail', request))
}

/** Changes the thumbnail at once. */
export function useChooseThumbnail(video: VideoDetails) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (choice: ThumbnailChoice) => {
      if (choice.kind === 'picture') checkPicture(choice.file)
      return send(video, choice)
    },
    onSuccess: ({ video: saved }) => updateCachedVideo(client, saved),
  })
}
