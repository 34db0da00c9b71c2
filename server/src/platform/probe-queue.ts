import { Failure } from '@video-forge/contract/errors'
import { createFairQueue, QueueFull } from './fair-queue.ts'

/** Runs work for a person when a place is free. An aborted signal takes waiting work out of the queue. */
export type Turn = <Result>(userId: string, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

export interface ProbeQueue {
  /** To inspect a file: its copy from remote storage, and the ffprobe that reads it. */
  probe: Turn
  /** To receive a file from another server or a client, which may be slow; probes do not wait for it. */
  fetch: Turn
}

/**
 * Each ffprobe may use maxProbeBytes (media/run/inspect/probe-file), and up to 150 MB of packets are held beside it. The memory limit in
 * deploy/kubernetes/api.yaml allows for this many at once.
 */
const atOnce = { probes: 2, fetches: 6 } as const

/** One person may use all places but one, so that one is free for the next person. */
const maxWaiting = { perPerson: 8, total: 60 } as const

const retrySeconds = { own: 5, others: 10 } as const

/** Bounds how many files this process inspects at once, in total and for each person. */
export function createProbeQueue(): ProbeQueue {
  const turn = (places: number, maxRunningPerKey: number): Turn => {
    const queue = createFairQueue({
      atOnce: places,
      maxRunningPerKey,
      maxWaiting: maxWaiting.total,
      maxWaitingPerKey: maxWaiting.perPerson,
    })
    return (userId, work, signal) =>
      queue.run(userId, work, signal).catch((error) => {
        throw error instanceof QueueFull ? refusalOf(error) : error
      })
  }
  return { probe: turn(atOnce.probes, atOnce.probes - 1), fetch: turn(atOnce.fetches, 2) }
}

const refusalOf = (full: QueueFull): Failure =>
  full.isOwn
    ? new Failure('TOO_MANY_REQUESTS', 'Several of your files are being checked already. Please try again in a moment.', {
        retryAfter: retrySeconds.own,
        cause: full,
      })
    : new Failure('UNAVAILABLE', 'Many files are being checked right now. Please try again in a moment.', {
        retryAfter: retrySeconds.others,
        cause: full,
      })
