import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Output } from '@video-forge/contract/endpoints'
import type { Job } from '@video-forge/contract/jobs'
import type { JobUpdate } from '@video-forge/contract/live'
import { isActive } from '@video-forge/contract/rules/job-lifecycle'

/**
 * What is known of the jobs, and where. A list is fetched once and then keeps its order; news about a job is written into
 * every list that has it, so that numbers move and rows do not.
 */
export const jobKeys = {
  lists: ['jobs', 'list'],
  list: (query: object) => ['jobs', 'list', query],
  stats: ['jobs', 'stats'],
  live: ['jobs', 'live'],
  one: (id: string) => ['jobs', 'one', id],
  assets: (id: string) => ['jobs', 'assets', id],
} as const

type JobPage = Output<'GET /jobs'>
type JobPages = InfiniteData<JobPage, string | undefined>

function changeLists(client: QueryClient, change: (page: JobPage) => JobPage): void {
  client.setQueriesData<JobPages>({ queryKey: jobKeys.lists }, (data) => data && { ...data, pages: data.pages.map(change) })
}

const knownJobs = (client: QueryClient): Job[] =>
  client
    .getQueriesData<JobPages>({ queryKey: jobKeys.lists })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ jobs }) => jobs)

export const activeIds = (client: QueryClient): Set<string> =>
  new Set(
    knownJobs(client)
      .filter(({ status }) => isActive(status))
      .map(({ id }) => id),
  )

/** Whether a list shows this job; whatever changes it then also refreshes the counts. */
export const isListed = (client: QueryClient, id: string): boolean => knownJobs(client).some((job) => job.id === id)

/** An answer that was on its way while an event overtook it must not take the job back: the newer of the two. */
export function newestVersion(client: QueryClient, job: Job): Job {
  const one = client.getQueryData<Job>(jobKeys.one(job.id))
  const known = [...knownJobs(client).filter(({ id }) => id === job.id), ...(one ? [one] : [])]
  return known.find(({ updated_at }) => updated_at > job.updated_at) ?? job
}

/** Writes news into everything that shows these jobs. An answer that was overtaken on its way changes nothing. */
export function updateCachedJobs(client: QueryClient, jobs: readonly Job[]): void {
  const news = new Map(jobs.map((job) => [job.id, job]))
  const newer = (known: Job): Job => {
    const job = news.get(known.id)
    return job && job.updated_at >= known.updated_at ? job : known
  }
  const changed = knownJobs(client).some((known) => newer(known).status !== known.status)
  changeLists(client, (page) => ({ ...page, jobs: page.jobs.map(newer) }))
  for (const job of jobs) client.setQueryData<Job>(jobKeys.one(job.id), (known) => known && newer(known))
  if (changed) void client.invalidateQueries({ queryKey: jobKeys.stats })
}

/** Writes what a live event tells into everything that shows the job; says whether its status is news to somebody. */
export function applyJobUpdate(client: QueryClient, { jobId, ...parts }: JobUpdate): boolean {
  const one = client.getQueryData<Job>(jobKeys.one(jobId))
  const known = [...knownJobs(client).filter(({ id }) => id === jobId), ...(one ? [one] : [])]
  const [first] = known
  if (!first) return false
  const isNews = known.some(({ status, updated_at }) => status !== parts.status && parts.updated_at >= updated_at)
  updateCachedJobs(client, [{ ...first, ...parts }])
  return isNews
}

export function removeCachedJob(client: QueryClient, id: string): void {
  if (isListed(client, id)) {
    changeLists(client, (page) => ({ ...page, jobs: page.jobs.filter((job) => job.id !== id), total: Math.max(0, page.total - 1) }))
  }
  client.removeQueries({ queryKey: jobKeys.assets(id) })
  void client.invalidateQueries({ queryKey: jobKeys.one(id) })
  void client.invalidateQueries({ queryKey: jobKeys.stats })
}
