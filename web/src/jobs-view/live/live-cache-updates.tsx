import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isActive } from '@video-forge/contract/rules/job-lifecycle'
import { useEffect } from 'react'
import { type LiveEvent, subscribeToLiveEvents } from '../../live/live-store.ts'
import { activeIds, applyJobUpdate, isListed, removeCachedJob } from './job-cache.ts'
import { refreshJob } from './refresh-jobs.ts'
import { createStatsRefresh } from './stats-refresh.ts'

/** Writes live events into everything that shows jobs. Stands once around the pages. */
export function LiveCacheUpdates() {
  const client = useQueryClient()
  useEffect(() => {
    const gone = new AbortController()
    const stats = createStatsRefresh(client)
    const stop = subscribeToLiveEvents((news) => {
      // The counts are also about jobs that no list shows, for instance because of its filter.
      if (news.kind === 'update' && news.isNewStatus && !isListed(client, news.update.jobId)) stats.refreshSoon()
      apply(client, news, gone.signal)
    })
    return () => {
      gone.abort()
      stats.stop()
      stop()
    }
  }, [client])
  return null
}

function apply(client: QueryClient, news: LiveEvent, signal: AbortSignal): void {
  if (news.kind === 'removed') {
    removeCachedJob(client, news.jobId)
    return
  }
  if (news.kind === 'update') {
    const { update } = news
    // An event tells what moves; what else a job has when it ends is asked for once.
    if (applyJobUpdate(client, update) && !isActive(update.status)) look(client, update.jobId, signal)
    return
  }
  // What is shown as active and was not told of has come to its end while nobody listened.
  for (const id of activeIds(client)) if (!news.jobIds.has(id)) look(client, id, signal)
}

const look = (client: QueryClient, id: string, signal: AbortSignal): void =>
  // Without an answer the next event, or the next look at the page, does it.
  void refreshJob(client, id, signal).catch(() => {})
