import { Failure } from '@video-forge/contract/errors'
import type { JobStatus } from '@video-forge/contract/rules/job-lifecycle'

export const jobNotFound = () => new Failure('NOT_FOUND', 'There is no such job.')

export const cannotCancel = (status: JobStatus) => new Failure('CONFLICT', `A job that is ${status} cannot be cancelled.`)

export const cannotRetry = (status: JobStatus) => new Failure('CONFLICT', `A job that is ${status} cannot be tried again.`)
