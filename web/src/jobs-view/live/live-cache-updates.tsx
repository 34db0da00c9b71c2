import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { useEffect } from 'react'
import { type LiveEvent, subscribeToLiveEvents } from '../../live/live-store.ts'
import { activeIds, applyJobUpdate, isListed, isListedDraft, jobKeys, lacksThumbnail, removeCachedJob } from './job-cache.ts'
import { refreshJob } from './refresh-jobs.ts'
import { createStatsRefresh } from './stats-refresh.ts'

/** Writes live events into the cache. Mounted once, around all pages. */
export function LiveCacheUpdates() {
  const client = useQueryClient()
  useEffect(() => {
    const unmounted = new AbortController()
    const stats = createStatsRefresh(client)
    const stop = subscribeToLiveEvents((event) => {
      // The counts include jobs that no list shows, for example because of its filter.
      if (event.kind === 'update' && event.isNewStatus && !isListed(client, event.update.jobId)) stats.refreshSoon()
      applyEvent(client, event, unmounted.signal)
    })
    return () => {
      unmounted.abort()
      stats.stop()
      stop()
    }
  }, [client])
  return null
}

function applyEvent(client: QueryClient, event: LiveEvent, signal: AbortSignal): void {
  if (event.kind === 'removed') {
    removeCachedJob(client, event.jobId)
    return
  }
  if (event.kind === 'update') {
    const { update } = event
    // Its owner has started it elsewhere: lists show it as a job from now on.
    if (isListedDraft(client, update.jobId)) {
      removeCachedJob(client, update.jobId)
      void client.invalidateQueries({ queryKey: jobKeys.lists })
    }
    // An event carries only what changes while a job runs; the rest is fetched when it ends and when it has a thumbnail.
    const hasEnded = applyJobUpdate(client, update) && !isActive(update.status)
    if (hasEnded) {
      void refresh(client, update.jobId, signal)
      void client.invalidateQueries({ queryKey: jobKeys.assets(update.jobId) })
    }
    if (!hasEnded && update.has_thumbnail && lacksThumbnail(client, update.jobId)) refreshOnce(client, update.jobId, signal)
    return
  }
  // A job that is cached as active but missing in the snapshot ended while the stream was closed.
  for (const id of activeIds(client)) if (!event.jobIds.has(id)) void refresh(client, id, signal)
}

// If this fails, the next event or the next visit refreshes it.
const refresh = (client: QueryClient, id: string, signal: AbortSignal): Promise<void> => refreshJob(client, id, signal).catch(() => {})

const refreshing = new Set<string>()

/** Not again while a response is awaited: events of a job arrive faster than a slow network answers. */
function refreshOnce(client: QueryClient, id: string, signal: AbortSignal): void {
  if (refreshing.has(id)) return
  refreshing.add(id)
  void refresh(client, id, signal).finally(() => refreshing.delete(id))
}
