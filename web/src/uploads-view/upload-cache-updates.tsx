import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { jobKeys, updateListedVideo } from '../jobs-view/live/job-cache.ts'
import { refreshJob } from '../jobs-view/live/refresh-jobs.ts'
import { videoKeys } from '../videos-view/video-keys.ts'
import { onUploadEvent } from './queue/upload-store.ts'

/** Writes into the cache what uploads change. Mounted once, around all pages. */
export function UploadCacheUpdates() {
  const client = useQueryClient()
  useEffect(() => {
    const unmounted = new AbortController()
    const stop = onUploadEvent((event) => {
      if (event.kind === 'pictured') {
        updateListedVideo(client, event.video)
        void client.invalidateQueries({ queryKey: videoKeys.anyOf(event.video.id) })
        return
      }
      void client.invalidateQueries({ queryKey: jobKeys.stats })
      const { replaces } = event.upload
      if (replaces) refreshReplaced(client, replaces, unmounted.signal)
    })
    return () => {
      unmounted.abort()
      stop()
    }
  }, [client])
  return null
}

/** Its job runs again, and the files of the earlier run are about to go. */
function refreshReplaced(client: QueryClient, id: string, signal: AbortSignal): void {
  client.removeQueries({ queryKey: jobKeys.assets(id) })
  void client.invalidateQueries({ queryKey: videoKeys.anyOf(id) })
  // If this fails, the next event or the next visit refreshes it.
  void refreshJob(client, id, signal).catch(() => undefined)
}
