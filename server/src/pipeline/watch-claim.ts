import type { Logger } from 'pino'
import { startTicker } from '../platform/schedule/ticker.ts'
import type { Claim, Ledger, Progress } from './ledger.ts'

/** Twice a second: often enough that a cancelled job's ffmpeg ends within two. */
const everyMs = 500

export interface Watch {
  /** Aborted when the worker must stop, or when the claim no longer holds: cancelled, deleted or taken over. */
  signal: AbortSignal
  isLost(): boolean
  /** What to write down at the next turn. */
  now(progress: Progress): void
  stop(): Promise<void>
}

/** Writes a running job's progress down, and learns by the same stroke whether it is still ours. */
export function watchClaim(ledger: Ledger, claim: Claim, outer: AbortSignal, log: Logger): Watch {
  const lost = new AbortController()
  let latest: Progress = { status: 'DOWNLOADING', progress: 0, stage: 'Fetching the source', etaSeconds: null, renditions: [] }
  const write = async () => {
    try {
      if (!(await ledger.report(claim, latest))) lost.abort(new Error('The job is no longer ours.'))
    } catch (error) {
      // The database is away; the work goes on, and whether it may be published is asked at the end.
      log.warn({ err: error, jobId: claim.id }, 'progress could not be written down')
    }
  }
  const ticker = startTicker(everyMs, write)
  return {
    signal: AbortSignal.any([outer, lost.signal]),
    isLost: () => lost.signal.aborted,
    now: (progress) => {
      latest = progress
    },
    stop: ticker.stop,
  }
}
