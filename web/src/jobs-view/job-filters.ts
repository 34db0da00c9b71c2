import type { draftChoices } from '@video-forge/contract/jobs'
import type { JobGroup, JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'

/** The counts, as the server sends them. */
export type JobStats = Record<JobStatus, number> & { total: number; drafts: number }

export interface JobFilter {
  name: string
  /** Its value in the page's URL. */
  param: string | undefined
  /** Its values in the API. */
  status: JobStatus | JobGroup | undefined
  drafts: (typeof draftChoices)[number]
  /** Counts what the filter shows. */
  count: (stats: JobStats) => number
}

const all: JobFilter = { name: 'All', param: undefined, status: undefined, drafts: 'first', count: ({ total, drafts }) => total + drafts }

const runningCount = (stats: JobStats): number => stats.DOWNLOADING + stats.PROCESSING + stats.UPLOADING

export const activeCount = (stats: JobStats): number => stats.PENDING + runningCount(stats)

/** Every video is under 'All' and under exactly one of the others. */
export const jobFilters: readonly JobFilter[] = [
  all,
  { name: 'Processing', param: 'processing', drafts: 'none', status: 'RUNNING', count: runningCount },
  { name: 'Completed', param: 'completed', drafts: 'none', status: 'COMPLETED', count: (stats) => stats.COMPLETED },
  { name: 'Failed', param: 'failed', drafts: 'none', status: 'FAILED', count: (stats) => stats.FAILED },
  { name: 'Pending', param: 'pending', drafts: 'none', status: 'PENDING', count: (stats) => stats.PENDING },
  { name: 'Cancelled', param: 'cancelled', drafts: 'none', status: 'CANCELLED', count: (stats) => stats.CANCELLED },
  { name: 'Drafts', param: 'drafts', drafts: 'only', status: undefined, count: ({ drafts }) => drafts },
]

/** Most people have no drafts, so their filter appears with the first one. */
export const hasFilter = (filter: JobFilter, stats: JobStats | undefined): boolean =>
  filter.drafts !== 'only' || (stats !== undefined && filter.count(stats) > 0)

/** An unknown parameter shows everything. */
export const filterOf = (param: string | null): JobFilter => jobFilters.find((filter) => filter.param === param?.toLowerCase()) ?? all

export const pathOf = (filter: JobFilter): string => (filter.param ? `/jobs?status=${filter.param}` : '/jobs')
