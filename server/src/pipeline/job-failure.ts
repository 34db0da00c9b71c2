import type { FailureCause } from '@video-forge/contract/rules/job-failures'

/**
 * A failure that is final: trying again would end the same. The message is a sentence for a person and names no path of
 * the machine; what to do next goes with the cause.
 */
export class JobFailure extends Error {
  readonly failure: FailureCause
  /** The technical tail of a program's words, for whoever wants to know. */
  readonly detail: string | undefined

  constructor(failure: FailureCause, sentence: string, options: { detail?: string; cause?: unknown } = {}) {
    super(sentence, { cause: options.cause })
    this.name = 'JobFailure'
    this.failure = failure
    this.detail = options.detail
  }
}
