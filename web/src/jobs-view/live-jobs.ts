import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { isActive } from '@video-forge/contract/job-lifecycle'
import type { Job } from '@video-forge/contract/jobs'
import { limits } from '@video-forge/contract/limits'
import { ApiError } from '../api/api-error.ts'
import { call } from '../session/call.ts'
import { activeIds, forgetJob, jobKeys, noteJobs } from './job-cache.ts'

const mostAtOnce = 100

/** A job that left the active ones is asked for by itself: it has ended, or it is gone. */
async function lookAfter(client: QueryClient, id: string, signal: AbortSignal): Promise<void> {
  try {
    noteJobs(client, [(await call('GET /jobs/{id}', { params: { id } }, { signal })).job])
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error
    forgetJob(client, id)
  }
}

async function lookAtActive(client: QueryClient, signal: AbortSignal): Promise<number> {
  const waiting = activeIds(client)
  const { jobs } = await call('GET /jobs', { query: { status: 'ACTIVE', limit: mostAtOnce } }, { signal })
  noteJobs(client, jobs)
  for (const { id } of jobs) waiting.delete(id)
  await Promise.all([...waiting].map((id) => lookAfter(client, id, signal)))
  return Date.now()
}

/** Keeps the numbers of active jobs moving: every 3 s as long as one of these is active and the page is in sight. */
export function useLiveJobs(jobs: readonly Job[]) {
  const client = useQueryClient()
  const active = jobs.some(({ status }) => isActive(status))
  const { isError, dataUpdatedAt, refetch } = useQuery({
    queryKey: jobKeys.live,
    queryFn: ({ signal }) => lookAtActive(client, signal),
    enabled: active,
    refetchInterval: limits.jobPollSeconds * 1000,
    staleTime: 0,
    retry: false,
  })
  // A failed look at jobs that have since come to rest is of no concern any more.
  return { isStale: active && isError, dataUpdatedAt, refetch }
}
