/**
 * The life of a job.
 *
 * A job is PENDING until a worker leases it. The worker fetches the source (DOWNLOADING), encodes the renditions (PROCESSING), stores them
 * (UPLOADING) and publishes all of them in one transaction (COMPLETED). An error ends in FAILED with a sentence; a person may cancel an
 * active job (CANCELLED). A retry takes FAILED and CANCELLED back to PENDING; a new file for the video takes any ended job there. When a worker dies, the next one starts again at DOWNLOADING,
 * so every running state may become DOWNLOADING.
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

/** A job that has files although it is not completed makes, or should have made, a new version of its video. */
export const isReplacement = ({ status, asset_count }: { status: JobStatus; asset_count: number }): boolean =>
  status !== 'COMPLETED' && asset_count > 0

/** Groups of statuses for filters: ACTIVE is everything that has not ended, RUNNING is ACTIVE without PENDING. */
export const jobGroups = ['ACTIVE', 'RUNNING'] as const
export type JobGroup = (typeof jobGroups)[number]

export const showsProgress = (status: JobStatus): boolean => isOneOf(runningStatuses, status)

/** A running job must be cancelled before it can be deleted. */
export const canBeDeleted = (status: JobStatus): boolean => status === 'PENDING' || !isActive(status)
