import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../session/call.ts'
import { activeIds, removeCachedJob, updateCachedJobs } from './job-cache.ts'

const maxJobs = 100

/** A job that left the active ones is asked for by itself: it has ended, or it is gone. */
export async function refreshJob(client: QueryClient, id: string, signal: AbortSignal): Promise<void> {
  try {
    updateCachedJobs(client, [(await call('GET /jobs/{id}', { params: { id } }, { signal })).job])
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error
    removeCachedJob(client, id)
  }
}

export async function refreshActiveJobs(client: QueryClient, signal: AbortSignal): Promise<number> {
  const waiting = activeIds(client)
  const { jobs } = await call('GET /jobs', { query: { status: 'ACTIVE', limit: maxJobs } }, { signal })
  updateCachedJobs(client, jobs)
  for (const { id } of jobs) waiting.delete(id)
  await Promise.all([...waiting].map((id) => refreshJob(client, id, signal)))
  return Date.now()
}
