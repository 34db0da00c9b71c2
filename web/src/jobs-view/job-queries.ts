import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { draftChoices, sorts } from '@video-forge/contract/jobs'
import type { JobGroup, JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { limits } from '@video-forge/contract/rules/limits'
import { useLiveStream } from '../live/use-live.ts'
import { call } from '../session/call.ts'
import { isInProgress, jobKeys, newestVersion } from './live/job-cache.ts'

export { useJobStats } from './job-stats.ts'

export type JobSort = (typeof sorts)[number]

interface ListQuery {
  status?: JobStatus | JobGroup | undefined
  sort: JobSort
  limit: number
  drafts?: (typeof draftChoices)[number]
  q?: string
  visibility?: 'public' | 'private'
  tag?: string
  after?: string
  before?: string
}

/** A list of jobs, page by page. It is not refetched in the background, because that could change its order. */
export const useJobList = (query: ListQuery) =>
  useInfiniteQuery({
    queryKey: jobKeys.list(query),
    initialPageParam: firstPage(),
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await call('GET /jobs', { query: { ...query, cursor: pageParam } }, { signal })
      return { ...withoutDrafts, ...page, jobs: page.jobs.map((job) => newestVersion(client, job)) }
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** During an upgrade, a server of the version before may answer, which knows no drafts. */
const withoutDrafts = { drafts: [], draftTotal: 0 }

const firstPage = (): string | undefined => undefined

/** One job, updated by live events, and polled while they are down and the job is active. */
export function useJob(id: string) {
  const live = useLiveStream()
  const query = useQuery({
    queryKey: jobKeys.one(id),
    queryFn: async ({ signal, client }) => newestVersion(client, (await call('GET /jobs/{id}', { params: { id } }, { signal })).job),
    refetchInterval: ({ state }) => live.isDown && state.data !== undefined && isInProgress(state.data) && limits.jobPollSeconds * 1000,
  })
  return { ...query, live }
}
