import { Failure } from '@video-forge/contract/errors'
import { createFairQueue, QueueFull } from './fair-queue.ts'

/** Runs work for a person when a place is free. An aborted signal takes waiting work out of the queue. */
export type Turn = <Result>(userId: string, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

interface ProbeQueue {
  /** To inspect a file: its copy from remote storage, and the ffprobe that reads it. */
  probe: Turn
  /** To download a source from another server, which may be slow; probes do not wait for it. */
  fetch: Turn
}

/**
 * Each ffprobe may use maxProbeBytes (media/run/inspect/probe-file), and up to 150 MB of packets are held beside it. The memory limit in
 * deploy/kubernetes/api.yaml allows for this many at once.
 */
const probesAtOnce = 2
const fetchesAtOnce = 6

/** One person may use all places but one, so that one is free for the next person. */
const maxWaitingPerPerson = 8
const maxWaiting = 60

const ownRetrySeconds = 5
const retrySeconds = 10

/** Bounds how many files this process inspects at once, in total and for each person. */
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
    ? new Failure('TOO_MANY_REQUESTS', 'Several of your files are being checked already. Please try again in a moment.', {
        retryAfter: ownRetrySeconds,
        cause: full,
      })
    : new Failure('UNAVAILABLE', 'Many files are being checked right now. Please try again in a moment.', {
        retryAfter: retrySeconds,
        cause: full,
      })
