import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Job } from '@video-forge/contract/jobs'
import { limits } from '@video-forge/contract/rules/limits'
import { useLiveStream } from '../../live/use-live.ts'
import { isInProgress, jobKeys } from './job-cache.ts'
import { refreshActiveJobs } from './refresh-jobs.ts'

/** Keeps active jobs up to date: by live events, or by polling while those are down, a job is active and the page is visible. */
export function useLiveJobs(jobs: readonly Job[]) {
  const client = useQueryClient()
  const live = useLiveStream()
  const isPolling = live.isDown && jobs.some(isInProgress)
  const { isError, dataUpdatedAt, refetch } = useQuery({
    queryKey: jobKeys.live,
    queryFn: ({ signal }) => refreshActiveJobs(client, signal),
    enabled: isPolling,
    refetchInterval: limits.jobPollSeconds * 1000,
    staleTime: 0,
    retry: false,
  })
  // An old failure does not matter once no job is active.
  return { isStale: isPolling && isError, dataUpdatedAt, refetch, live }
}
