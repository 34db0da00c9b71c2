import { Failure } from '@video-forge/contract/errors'

/** The answer when the mail with a code could not be sent. */
export const codeNotSent = (cause: unknown): Failure =>
  new Failure('UNAVAILABLE', 'The code could not be mailed right now. Please try again in a moment.', { retryAfter: 30, cause })
