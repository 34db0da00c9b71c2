import type { QueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { videoKeys } from './video-keys.ts'

/** Fills the cache of a visitor with the video that the server put into the page, so that its page shows at once. */
export function addFirstVideo(client: QueryClient): void {
  const text = document.getElementById('first-video')?.textContent
  if (!text) return
  const video = JSON.parse(text) as VideoDetails
  client.setQueryData(videoKeys.one(video.id, undefined), video, { updatedAt: performance.timeOrigin })
}
