/**
 * The life of a job.
 *
 * A job is PENDING from the moment it is acknowledged until a worker takes it. The worker fetches its source
 * (DOWNLOADING), makes the renditions (PROCESSING), puts them into storage (UPLOADING) and publishes them all in one
 * transaction (COMPLETED). Whatever goes wrong on the way ends in FAILED with a sentence; a person may stop an active
 * job (CANCELLED). FAILED and CANCELLED go back to PENDING when somebody retries. A worker that dies leaves its job where
 * it was: the next one takes it from there back to DOWNLOADING, so that edge exists from each working state.
 */
export const runningStatuses = ['DOWNLOADING', 'PROCESSING', 'UPLOADING'] as const
export const activeStatuses = ['PENDING', ...runningStatuses] as const
export const jobStatuses = [...activeStatuses, 'COMPLETED', 'FAILED', 'CANCELLED'] as const
export type JobStatus = (typeof jobStatuses)[number]

const next: Record<JobStatus, readonly JobStatus[]> = {
  PENDING: ['DOWNLOADING', 'FAILED', 'CANCELLED'],
  DOWNLOADING: ['DOWNLOADING', 'PROCESSING', 'FAILED', 'CANCELLED', 'PENDING'],
  PROCESSING: ['UPLOADING', 'FAILED', 'CANCELLED', 'PENDING', 'DOWNLOADING'],
  UPLOADING: ['COMPLETED', 'FAILED', 'CANCELLED', 'PENDING', 'DOWNLOADING'],
  COMPLETED: [],
  FAILED: ['PENDING'],
  CANCELLED: ['PENDING'],
}

export const canBecome = (from: JobStatus, to: JobStatus): boolean => next[from].includes(to)

const isOneOf = (statuses: readonly JobStatus[], status: JobStatus): boolean => statuses.includes(status)

export const isActive = (status: JobStatus): boolean => isOneOf(activeStatuses, status)

/** Statuses that a list can be asked for together: ACTIVE is all that has not ended, RUNNING leaves out what only waits. */
export const jobGroups = ['ACTIVE', 'RUNNING'] as const
export type JobGroup = (typeof jobGroups)[number]

export const showsProgress = (status: JobStatus): boolean => isOneOf(runningStatuses, status)

/** A job in the middle of its work is cancelled first; only one that rests can be deleted. */
export const canBeDeleted = (status: JobStatus): boolean => status === 'PENDING' || !isActive(status)
