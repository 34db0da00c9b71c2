import { Failure } from '@video-forge/contract/errors'
import { isDiskFull } from '../platform/disk-full.ts'

/** An error that a second attempt would not change, as a sentence for the report; every other error as it is. */
export const withSentence = (error: unknown): unknown =>
  isDiskFull(error)
    ? new Failure('UNAVAILABLE', 'The disk of the server is full. Run the import again when there is space.', { cause: error })
    : error
