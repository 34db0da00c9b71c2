import { wholeSegment } from '@video-forge/media/planning/part-plan'
import type { CheckpointSink } from '@video-forge/media/run/encode/encode-video'
import { LeaseLost, openCheckpointStore } from './checkpoint-store.ts'
import type { EncodeJob } from './encode-in-parts.ts'
import type { PartEncoderDeps } from './encode-part.ts'
import type { PartClaim } from './part-ledger.ts'
import { extrasNumber, splitJob } from './split-job.ts'

export interface PassCheckpoints extends CheckpointSink {
  /** The pass is over. Should its outcome be lost, the next worker may continue at once. */
  leave(): Promise<void>
}

/**
 * Saves checkpoints of a job that is encoded in one pass. The first one splits the job into a single segment and the extras: if this worker
 * dies, the next one finds a split job of which some is done. If it lives, the split is deleted when the job ends.
 */
export function saveCheckpoints(encoderDeps: PartEncoderDeps, { claim: job, plan }: Pick<EncodeJob, 'claim' | 'plan'>): PassCheckpoints {
  const { partLedger, log, checkpointIntervalMs } = encoderDeps
  const whole = wholeSegment(plan)
  let held: { part: PartClaim; store: ReturnType<typeof openCheckpointStore> } | undefined
  let frames = 0
  let isFailing = false

  const begin = async () => {
    // An earlier call may have split the job without getting the answer.
    if (!(await partLedger.recipeOf(job.id))) await splitJob(encoderDeps, job, plan, [whole])
    const part = await partLedger.lease(job.id, extrasNumber + 1, job)
    if (!part) throw new Error('The only segment of the job is leased by another worker.')
    return { part, store: openCheckpointStore(encoderDeps, part) }
  }
  return {
    ...(checkpointIntervalMs !== undefined && { everyMs: checkpointIntervalMs }),
    async keep(checkpoint) {
      held ??= await begin()
      await held.store(checkpoint)
      isFailing = false
      frames += checkpoint.frames
      // The progress bar must not go back when another worker continues.
      await partLedger.heartbeat(held.part, frames / whole.frames).catch(() => {})
    },
    onMissed(error) {
      const isLost = error instanceof LeaseLost
      if (!isFailing && !isLost) log.warn({ err: error, jobId: job.id }, 'checkpoint could not be saved, retrying')
      isFailing = true
      return isLost ? 'stop' : 'again'
    },
    async drop() {
      held = undefined
      await partLedger.unsplit(job).catch((error) => log.warn({ err: error, jobId: job.id }, 'useless checkpoints could not be deleted'))
    },
    async leave() {
      if (held) await partLedger.handBack(held.part)
    },
  }
}
