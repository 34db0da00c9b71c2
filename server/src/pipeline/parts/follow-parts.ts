import type { MediaPlan } from '@video-forge/media/planning/make-plan'
import type { JobProgress } from '@video-forge/media/run/encode/progress-meter'
import type { Logger } from 'pino'
import { startTicker, type Ticker } from '../../platform/schedule/ticker.ts'
import type { Claim } from '../ledger.ts'
import type { PartLedger } from './part-ledger.ts'
import { PartsMeter } from './parts-meter.ts'

export const lookEveryMs = 400
/** The share of the whole that joining takes, and its minimum, however short the video is. */
const joining = { share: 0.02, minSeconds: 0.3 } as const

interface Followed {
  claim: Claim
  plan: MediaPlan
  onProgress: (progress: JobProgress) => void
}

/** Adds up the progress of all parts and reports it several times a second. */
export function followParts({ partLedger, log }: { partLedger: PartLedger; log: Logger }, { claim, plan, onProgress }: Followed): Ticker {
  const meter = new PartsMeter(plan.expectedSeconds)
  const joiningSeconds = joining.minSeconds + joining.share * plan.expectedSeconds
  const look = async (): Promise<void> => {
    const parts = await partLedger.shares(claim.id)
    if (parts.length === 0) return
    const done = doneOf(parts)
    onProgress({
      done: done * (1 - joining.share),
      secondsLeft: meter.secondsLeft(done, performance.now()) + joiningSeconds,
      rungs: plan.rungs.map(({ format, action }) => {
        const own = parts.filter(({ kind, segment }) =>
          action === 'copy' ? kind === 'copy' : segment && (segment.formats?.includes(format) ?? true),
        )
        return { format, done: Math.min(0.999, doneOf(own)) }
      }),
    })
  }
  return startTicker(lookEveryMs, () =>
    look().catch((error) => log.warn({ err: error, jobId: claim.id }, 'progress of the parts could not be read')),
  )
}

/** The share of all work of these parts that is done. */
function doneOf(parts: readonly { weight: number; done: number }[]): number {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  return total > 0 ? parts.reduce((sum, part) => sum + part.weight * part.done, 0) / total : 0
}
