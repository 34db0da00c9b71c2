import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Job } from '@video-forge/contract/jobs'
import { isActive } from '@video-forge/contract/rules/job-lifecycle'
import { limits } from '@video-forge/contract/rules/limits'
import { useLiveStream } from '../../live/use-live.ts'
import { jobKeys } from './job-cache.ts'
import { refreshActiveJobs } from './refresh-jobs.ts'

/**
 * Keeps the numbers of active jobs moving: by live events, and whenever those are down by asking every 3 s, as long as one of
 * these is active and the page is in sight.
 */
export function useLiveJobs(jobs: readonly Job[]) {
  const client = useQueryClient()
  const live = useLiveStream()
  const asks = live.isDown && jobs.some(({ status }) => isActive(status))
  const { isError, dataUpdatedAt, refetch } = useQuery({
    queryKey: jobKeys.live,
    queryFn: ({ signal }) => refreshActiveJobs(client, signal),
    enabled: asks,
    refetchInterval: limits.jobPollSeconds * 1000,
    staleTime: 0,
    retry: false,
  })
  // A failed look at jobs that have since come to rest is of no concern any more.
  return { isStale: asks && isError, dataUpdatedAt, refetch, live }
}
