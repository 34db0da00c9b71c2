import type { WorkHandler } from '../platform/queue/queue.ts'
import { makePart, type PartMaker } from './make-part.ts'
import type { SourceShelf } from './source-shelf.ts'

/** Parts stand in the queue under the id of their job and their number. */
export const partId = (jobId: string, number: number): string => `${jobId}.${number}`
const partIn = (id: string): { jobId: string; number: number } | undefined => {
  const [jobId = '', number] = id.split('.')
  return number === undefined ? undefined : { jobId, number: Number(number) }
}

/** A worker's handler: whole jobs go to the pipeline, parts of somebody else's job are made here. */
export function createWorkHandler(maker: PartMaker, shelf: SourceShelf, wholeJob: WorkHandler): WorkHandler {
  return async (id, signal) => {
    const part = partIn(id)
    if (!part) return wholeJob(id, signal)
    const claim = await maker.partLedger.take(part.jobId, part.number)
    if (!claim) return
    await shelf
      .borrow(claim.originalKey, (source) => makePart(maker, claim, source, signal))
      .catch(async (error) => {
        // The source could not be had; whoever leads the job takes the part itself.
        await maker.partLedger.handBack(claim).catch(() => {})
        if (signal.aborted) throw error
        maker.log.warn({ err: error, jobId: part.jobId, part: part.number }, 'the source of a part could not be fetched')
      })
  }
}
