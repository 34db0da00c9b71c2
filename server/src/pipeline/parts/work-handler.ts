import type { WorkHandler } from '../../platform/queue/queue.ts'
import type { SourceCache } from '../source/source-cache.ts'
import { encodePart, type PartEncoderDeps } from './encode-part.ts'

/** Parts stand in the queue under the id of their job and their number. */
export const partId = (jobId: string, number: number): string => `${jobId}.${number}`
const partIn = (id: string): { jobId: string; number: number } | undefined => {
  const [jobId = '', number] = id.split('.')
  return number === undefined ? undefined : { jobId, number: Number(number) }
}

/** A worker's handler: whole jobs go to the pipeline, parts of somebody else's job are made here. */
export function createWorkHandler(encoderDeps: PartEncoderDeps, sourceCache: SourceCache, wholeJob: WorkHandler): WorkHandler {
  return async (id, signal) => {
    const part = partIn(id)
    if (!part) return wholeJob(id, signal)
    const claim = await encoderDeps.partLedger.take(part.jobId, part.number)
    if (!claim) return
    await sourceCache
      .use(claim.originalKey, (source) => encodePart(encoderDeps, claim, source, signal))
      .catch(async (error) => {
        // The source could not be had; whoever leads the job takes the part itself.
        await encoderDeps.partLedger.handBack(claim).catch(() => {})
        if (signal.aborted) throw error
        encoderDeps.log.warn({ err: error, jobId: part.jobId, part: part.number }, 'the source of a part could not be fetched')
      })
  }
}
