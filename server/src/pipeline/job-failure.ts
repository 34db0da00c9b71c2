/** Why a job failed, as a closed list. What is thrown with one of these is final: trying again would end the same. */
export type FailureCause =
  | 'source-unreachable'
  | 'source-refused'
  | 'not-a-video'
  | 'too-large'
  | 'unsupported'
  | 'damaged'
  | 'no-space'
  | 'timed-out'
  | 'internal'

/** The message is a sentence for a person, with what to do next, and names no path of the machine. */
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
