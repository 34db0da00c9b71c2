import type { WorkHandler } from '../../platform/queue/queue.ts'
import type { SourceCache } from '../source/source-cache.ts'
import { encodePart, type PartEncoderDeps } from './encode-part.ts'

/** The id of a part in the queue. */
export const partId = (jobId: string, number: number): string => `${jobId}.${number}`
const parsePartId = (id: string): { jobId: string; number: number } | undefined => {
  const [jobId = '', number] = id.split('.')
  return number === undefined ? undefined : { jobId, number: Number(number) }
}

/** A worker's handler: whole jobs go to the pipeline, parts of other workers' jobs are encoded here. */
export function createWorkHandler(encoderDeps: PartEncoderDeps, sourceCache: SourceCache, wholeJob: WorkHandler): WorkHandler {
  const { partLedger, log } = encoderDeps
  return async (id, signal) => {
    const part = parsePartId(id)
    if (!part) return wholeJob(id, signal)
    const claim = await partLedger.lease(part.jobId, part.number)
    if (!claim) return
    await sourceCache
      .use(claim.originalKey, (source) => encodePart(encoderDeps, claim, source, signal))
      .catch(async (error) => {
        // Without its source the part goes back; the leader of the job encodes it.
        await partLedger.handBack(claim).catch(() => {})
        if (signal.aborted) throw error
        log.warn({ err: error, jobId: part.jobId, part: part.number }, 'source of a part could not be fetched')
      })
  }
}
