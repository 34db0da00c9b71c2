import type { WorkHandler } from '../../platform/queue/queue.ts'
import type { LocalCopies } from '../../platform/storage/file-copies.ts'
import { encodePart, type PartEncoderDeps } from './encode-part.ts'
import type { PartClaim } from './part-ledger.ts'

/** The id of a part in the queue. */
export const partId = (jobId: string, number: number): string => `${jobId}.${number}`
const jobOfPart = (id: string): string | undefined => (id.includes('.') ? id.split('.')[0] : undefined)

/** A machine with more cores is not filled by one part. */
const fewCores = 4

/** A worker's handler: whole jobs go to the pipeline, parts of other workers' jobs are encoded here. */
export function createWorkHandler(encoderDeps: PartEncoderDeps, copies: LocalCopies, wholeJob: WorkHandler): WorkHandler {
  const { partLedger, log } = encoderDeps
  return async (id, signal) => {
    const jobId = jobOfPart(id)
    if (!jobId) return wholeJob(id, signal)
    const claim = await leaseNext(encoderDeps, jobId)
    if (!claim) return
    await copies
      .use(claim.originalKey, (source) => encodePart(encoderDeps, claim, source, signal))
      .catch(async (error) => {
        // Without its source the part goes back; the leader of the job encodes it.
        await partLedger.handBack(claim).catch(() => {})
        if (signal.aborted) throw error
        log.warn({ err: error, jobId, part: claim.number }, 'source of a part could not be fetched')
      })
  }
}

/**
 * Leases the first open part, whichever was offered: viewers need them in order. A machine with few cores does nothing beside the parts for
 * which viewers wait, because these would take twice as long.
 */
async function leaseNext({ partLedger, mediaTools, leading }: PartEncoderDeps, jobId: string): Promise<PartClaim | undefined> {
  const isBusy = leading.has(jobId) && mediaTools.machine.cores <= fewCores
  if (isBusy && (await partLedger.isAwaited(jobId))) return undefined
  for (const number of await partLedger.open(jobId)) {
    const claim = await partLedger.lease(jobId, number)
    if (claim) return claim
  }
  return undefined
}
