import { Failure } from '@video-forge/contract/errors'
import { QueueFull } from '../platform/fair-queue.ts'

/** For work that found no place to wait. `what` is what there are too many of, and `where` it is busy. */
export const refuseFull =
  (what: string, where: string) =>
  (error: unknown): never => {
    if (!(error instanceof QueueFull)) throw error
    if (error.isOwn) throw new Failure('TOO_MANY_REQUESTS', `Too many ${what} at once. Please try again in a moment.`, { retryAfter: 1 })
    throw new Failure('UNAVAILABLE', `${where} is very busy right now. Please try again in a moment.`, { retryAfter: 2 })
  }
