import { Failure } from '@video-forge/contract/errors'
import { QueueFull } from '../../platform/fair-queue.ts'

/** For a search that found no place to wait. */
export function refuseSearch(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  if (error.isOwn) throw new Failure('TOO_MANY_REQUESTS', 'Too many searches at once. Please try again in a moment.', { retryAfter: 1 })
  throw new Failure('UNAVAILABLE', 'The search is very busy right now. Please try again in a moment.', { retryAfter: 2 })
}
