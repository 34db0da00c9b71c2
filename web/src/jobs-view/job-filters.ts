import type { JobGroup, JobStatus } from '@video-forge/contract/rules/job-lifecycle'

export type JobStats = Record<JobStatus, number> & { total: number }

export interface JobFilter {
  name: string
  /** Its value in the page's URL. */
  param: string | undefined
  /** Its value in the API. */
  status: JobStatus | JobGroup | undefined
  /** Counts what the filter shows. */
  count: (stats: JobStats) => number
}

const all: JobFilter = { name: 'All', param: undefined, status: undefined, count: ({ total }) => total }

const runningCount = (stats: JobStats): number => stats.DOWNLOADING + stats.PROCESSING + stats.UPLOADING

export const activeCount = (stats: JobStats): number => stats.PENDING + runningCount(stats)

/** Every job is under 'All' and under exactly one of the others. */
export const jobFilters: readonly JobFilter[] = [
  all,
  { name: 'Processing', param: 'processing', status: 'RUNNING', count: runningCount },
  { name: 'Completed', param: 'completed', status: 'COMPLETED', count: (stats) => stats.COMPLETED },
  { name: 'Failed', param: 'failed', status: 'FAILED', count: (stats) => stats.FAILED },
  { name: 'Pending', param: 'pending', status: 'PENDING', count: (stats) => stats.PENDING },
  { name: 'Cancelled', param: 'cancelled', status: 'CANCELLED', count: (stats) => stats.CANCELLED },
]

/** An unknown parameter shows everything. */
export const filterOf = (param: string | null): JobFilter => jobFilters.find((filter) => filter.param === param?.toLowerCase()) ?? all

export const pathOf = (filter: JobFilter): string => (filter.param ? `/jobs?status=${filter.param}` : '/jobs')
