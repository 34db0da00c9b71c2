import { Failure } from '@video-forge/contract/errors'
import type { JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'

export const jobNotFound = () => new Failure('NOT_FOUND', 'There is no such job.')

export const cannotCancel = (status: JobStatus) => new Failure('CONFLICT', `A job that is ${status} cannot be cancelled.`)

export const cannotRetry = (status: JobStatus) => new Failure('CONFLICT', `A job that is ${status} cannot be tried again.`)

export const cannotReplace = () =>
  new Failure('CONFLICT', 'This video is being processed. Wait until that is done, or cancel its job, then replace the file.')

export const notProcessed = () =>
  new Failure('CONFLICT', 'This upload was not processed yet. Process it first, or delete it and upload the other file.')

export const notKept = () => new Failure('CONFLICT', 'The new file was not kept. Upload it again to replace the one of this video.')
