import type { QueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { removeCachedJob, updateListedVideo } from '../jobs-view/live/job-cache.ts'
import { videoKeys } from './video-keys.ts'

/** After a change: the page and lists of one's own videos show it at once, the gallery when it is next opened. */
export function updateCachedVideo(client: QueryClient, video: VideoDetails): void {
  updateListedVideo(client, video)
  client.setQueriesData<VideoDetails>({ queryKey: videoKeys.anyOf(video.id) }, (known) => known && video)
  void client.invalidateQueries({ queryKey: videoKeys.lists })
}

/** Removes a deleted video and its job. */
export function removeCachedVideo(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: videoKeys.lists })
  client.removeQueries({ queryKey: videoKeys.streams(id) })
  removeCachedJob(client, id)
  client.removeQueries({ queryKey: videoKeys.links(id) })
}
