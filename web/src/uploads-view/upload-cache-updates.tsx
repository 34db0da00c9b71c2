import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { jobKeys } from '../jobs-view/live/job-cache.ts'
import { refreshJob } from '../jobs-view/live/refresh-jobs.ts'
import { videoKeys } from '../videos-view/video-keys.ts'
import { onProcessingStarted } from './queue/upload-store.ts'

/** Shows in the cache that processing of an upload has started. Mounted once, around all pages. */
export function UploadCacheUpdates() {
  const client = useQueryClient()
  useEffect(() => {
    const unmounted = new AbortController()
    const stop = onProcessingStarted(({ replaces }) => {
      void client.invalidateQueries({ queryKey: jobKeys.stats })
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
