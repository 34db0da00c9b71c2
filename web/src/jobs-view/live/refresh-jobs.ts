import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../session/call.ts'
import { activeIds, removeCachedJob, updateCachedJobs } from './job-cache.ts'

const maxJobs = 100

/** Fetches one job. If it no longer exists, it is removed from the cache. */
export async function refreshJob(client: QueryClient, id: string, signal: AbortSignal): Promise<void> {
  try {
    updateCachedJobs(client, [(await call('GET /jobs/{id}', { params: { id } }, { signal })).job])
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error
    removeCachedJob(client, id)
  }
}

/** Fetches all active jobs, and one by one those that are no longer active. */
export async function refreshActiveJobs(client: QueryClient, signal: AbortSignal): Promise<number> {
  const endedIds = activeIds(client)
  const { jobs } = await call('GET /jobs', { query: { status: 'ACTIVE', limit: maxJobs } }, { signal })
  updateCachedJobs(client, jobs)
  for (const { id } of jobs) endedIds.delete(id)
  await Promise.all([...endedIds].map((id) => refreshJob(client, id, signal)))
  return Date.now()
}
