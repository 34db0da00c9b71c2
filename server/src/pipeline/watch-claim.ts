import type { Logger } from 'pino'
import { startTicker } from '../platform/schedule/ticker.ts'
import type { Claim, Ledger, Progress } from './ledger.ts'

/** Often enough that ffmpeg of a cancelled job ends within two seconds. */
const everyMs = 500

export interface Watch {
  /** Aborted when the worker must stop, or when the claim is lost: the job was cancelled or deleted, or another worker has it. */
  signal: AbortSignal
  isLost(): boolean
  /** Sets what is written next. */
  report(progress: Progress): void
  stop(): Promise<void>
}

/** Writes the progress of a running job, and finds out in the same statement whether the claim still holds. */
export function watchClaim(ledger: Ledger, claim: Claim, outer: AbortSignal, log: Logger): Watch {
  const lost = new AbortController()
  let latest: Progress = { status: 'DOWNLOADING', progress: 0, stage: 'Fetching the source', etaSeconds: null, renditions: [] }
  const write = async () => {
    try {
      if (!(await ledger.report(claim, latest))) lost.abort(new Error('The claim of the job is lost.'))
    } catch (error) {
      // Without the database the work goes on; the publication checks the claim.
      log.warn({ err: error, jobId: claim.id }, 'progress could not be written')
    }
  }
  const ticker = startTicker(everyMs, write)
  return {
    signal: AbortSignal.any([outer, lost.signal]),
    isLost: () => lost.signal.aborted,
    report: (progress) => {
      latest = progress
    },
    stop: ticker.stop,
  }
}
