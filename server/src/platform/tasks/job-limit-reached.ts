import { Failure } from '@video-forge/contract/errors'

/** A person has as many active jobs as they may. A call says so; a task waits for their own jobs to end. */
export class JobLimitReached extends Failure {
  constructor(message: string) {
    super('QUOTA_REACHED', message)
  }
}
