import { Failure } from '@video-forge/contract/errors'
import { createFairQueue, QueueFull } from './fair-queue.ts'

/** Runs work for a person when it is their turn. Whoever hangs up while they wait gives their place up. */
export type Turn = <Result>(userId: string, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

interface ProbeQueue {
  /** To look into a file: the copy of it from a store elsewhere, and the ffprobe that reads it. */
  probe: Turn
  /** To fetch a source from somebody else's server, which may be slow: nobody's probe waits for that. */
  fetch: Turn
}

/**
 * Each ffprobe may take maxProbeBytes (media/run/probe-file) and we keep up to 150 MB of packets beside it. This many at once is what
 * deploy/kubernetes/api.yaml reckons with.
 */
const probesAtOnce = 2
const fetchesAtOnce = 6

/** One person has one place less than there are, so that one is left for the next; more of theirs wait. */
const maxWaitingPerPerson = 8
const maxWaiting = 60

const ownRetrySeconds = 5
const retrySeconds = 10

/** Everything in this process that looks into files, bounded over all people and for each of them. */
export function createProbeQueue(): ProbeQueue {
  const turn = (atOnce: number, maxRunningPerKey: number): Turn => {
    const queue = createFairQueue({ atOnce, maxRunningPerKey, maxWaiting, maxWaitingPerKey: maxWaitingPerPerson })
    return (userId, work, signal) =>
      queue.run(userId, work, signal).catch((error) => {
        throw error instanceof QueueFull ? refusalOf(error) : error
      })
  }
  return { probe: turn(probesAtOnce, probesAtOnce - 1), fetch: turn(fetchesAtOnce, 2) }
}

const refusalOf = (full: QueueFull): Failure =>
  full.isOwn
    ? new Failure('TOO_MANY_REQUESTS', 'Several of your files are being looked at already. Please wait a moment, then try again.', {
        retryAfter: ownRetrySeconds,
        cause: full,
      })
    : new Failure('UNAVAILABLE', 'Many files are being looked at right now. Please try again in a moment.', {
        retryAfter: retrySeconds,
        cause: full,
      })
