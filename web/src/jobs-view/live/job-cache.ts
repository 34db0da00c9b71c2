import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { isUnderway } from '@video-forge/contract/captions/caption-rules'
import type { Output } from '@video-forge/contract/endpoints'
import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Job } from '@video-forge/contract/jobs'
import type { JobUpdate } from '@video-forge/contract/live'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'

/**
 * The query keys of jobs. A list is fetched once and keeps its order; updates are written into every list that contains
 * the job, so that numbers change and rows stay in place.
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
type ChangedVideo = Pick<VideoDetails, 'id' | 'title' | 'visibility' | 'thumbnailUrl'>
type JobPages = InfiniteData<JobPage, string | undefined>

function changeLists(client: QueryClient, change: (page: JobPage) => JobPage): void {
  client.setQueriesData<JobPages>({ queryKey: jobKeys.lists }, (data) => data && { ...data, pages: data.pages.map(change) })
}

const knownPages = (client: QueryClient): JobPage[] =>
  client.getQueriesData<JobPages>({ queryKey: jobKeys.lists }).flatMap(([, data]) => data?.pages ?? [])

const knownJobs = (client: QueryClient): Job[] => knownPages(client).flatMap(({ jobs }) => jobs)

/** Whether anything is being made of its video. */
export const isInProgress = ({ status, transcription }: Job): boolean => isActive(status) || isUnderway(transcription)

export const activeIds = (client: QueryClient): Set<string> =>
  new Set(
    knownJobs(client)
      .filter(isInProgress)
      .map(({ id }) => id),
  )

/** Whether a cached list contains this job without the address of its thumbnail. */
export const lacksThumbnail = (client: QueryClient, id: string): boolean =>
  knownJobs(client).some((job) => job.id === id && job.thumbnail_url === null)

/** Whether a cached list contains this job. Changing such a job also refreshes the counts. */
export const isListed = (client: QueryClient, id: string): boolean => knownJobs(client).some((job) => job.id === id)

/** The newer of the fetched and the cached job: a live event may have overtaken the response. */
export function newestVersion(client: QueryClient, job: Job): Job {
  const one = client.getQueryData<Job>(jobKeys.one(job.id))
  const known = [...knownJobs(client).filter(({ id }) => id === job.id), ...(one ? [one] : [])]
  return known.find(({ updated_at }) => updated_at > job.updated_at) ?? job
}

/** Writes jobs into every cached list and query. Versions older than the cached ones are ignored. */
export function updateCachedJobs(client: QueryClient, jobs: readonly Job[]): void {
  const updates = new Map(jobs.map((job) => [job.id, job]))
  const newer = (known: Job): Job => {
    const job = updates.get(known.id)
    return job && job.updated_at >= known.updated_at ? job : known
  }
  const isStatusChanged = knownJobs(client).some((known) => newer(known).status !== known.status)
  changeLists(client, (page) => ({ ...page, jobs: page.jobs.map(newer) }))
  for (const job of jobs) client.setQueryData<Job>(jobKeys.one(job.id), (known) => known && newer(known))
  if (isStatusChanged) void client.invalidateQueries({ queryKey: jobKeys.stats })
}

/** Writes a live event into the cache. Returns whether the status of a cached job changed. */
export function applyJobUpdate(client: QueryClient, { jobId, has_thumbnail: _, ...parts }: JobUpdate): boolean {
  const one = client.getQueryData<Job>(jobKeys.one(jobId))
  const known = [...knownJobs(client).filter(({ id }) => id === jobId), ...(one ? [one] : [])]
  const [first] = known
  if (!first) return false
  const isStatusChanged = known.some(({ status, updated_at }) => status !== parts.status && parts.updated_at >= updated_at)
  updateCachedJobs(client, [{ ...first, ...parts }])
  return isStatusChanged
}

/** Writes what its owner changed about a video into every cached list and query. */
export function updateListedVideo(client: QueryClient, { id, title, visibility, thumbnailUrl }: ChangedVideo): void {
  const change = <Listed extends { id: string }>(listed: Listed): Listed =>
    listed.id === id ? { ...listed, title, visibility, thumbnail_url: thumbnailUrl } : listed
  changeLists(client, (page) => ({ ...page, jobs: page.jobs.map(change), drafts: page.drafts.map(change) }))
  client.setQueryData<Job>(jobKeys.one(id), (known) => known && change(known))
}

/** Whether a cached list contains a draft with this id, which is the id of its job too. */
export const isListedDraft = (client: QueryClient, id: string): boolean =>
  knownPages(client).some(({ drafts }) => drafts.some((draft) => draft.id === id))

/** Removes a job or a draft. */
export function removeCachedJob(client: QueryClient, id: string): void {
  const isOther = (listed: { id: string }) => listed.id !== id
  if (isListed(client, id)) {
    changeLists(client, (page) => ({ ...page, jobs: page.jobs.filter(isOther), total: Math.max(0, page.total - 1) }))
  }
  if (isListedDraft(client, id)) {
    changeLists(client, (page) => ({ ...page, drafts: page.drafts.filter(isOther), draftTotal: Math.max(0, page.draftTotal - 1) }))
  }
  client.removeQueries({ queryKey: jobKeys.assets(id) })
  void client.invalidateQueries({ queryKey: jobKeys.one(id) })
  void client.invalidateQueries({ queryKey: jobKeys.stats })
}
