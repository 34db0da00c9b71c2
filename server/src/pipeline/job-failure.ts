import type { FailureCause } from '@video-forge/contract/rules/jobs/job-failures'

/** A failure that a retry would not change. The message is a sentence for people, without paths of the machine. */
export class JobFailure extends Error {
  readonly failure: FailureCause
  /** The last messages of the program, for details. */
  readonly detail: string | undefined

  constructor(failure: FailureCause, sentence: string, options: { detail?: string; cause?: unknown } = {}) {
    super(sentence, { cause: options.cause })
    this.name = 'JobFailure'
    this.failure = failure
    this.detail = options.detail
  }
}
