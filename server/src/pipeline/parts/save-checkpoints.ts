import { wholeSegment } from '@video-forge/media/planning/part-plan'
import type { CheckpointSink } from '@video-forge/media/run/encode/encode-video'
import { LeaseLost, openCheckpointStore } from './checkpoint-store.ts'
import type { EncodeJob } from './encode-in-parts.ts'
import type { PartEncoderDeps } from './encode-part.ts'
import type { PartClaim } from './part-ledger.ts'
import { extrasNumber, splitJob } from './split-job.ts'

export interface PassCheckpoints extends CheckpointSink {
  /** The pass is over: should its outcome be lost, whoever comes next may go on at once. */
  leave(): Promise<void>
}

/**
 * Keeps what a job's only pass has finished. With its first piece the job is written down as parted, into one stretch and the rest: should this
 * worker die, the next one finds a job in parts of which some is done. If it lives, the parts go with the job's end.
 */
export function saveCheckpoints(encoderDeps: PartEncoderDeps, { claim: job, plan }: Pick<EncodeJob, 'claim' | 'plan'>): PassCheckpoints {
  const { partLedger, log, checkpointIntervalMs } = encoderDeps
  const whole = wholeSegment(plan)
  let mine: { part: PartClaim; store: ReturnType<typeof openCheckpointStore> } | undefined
  let frames = 0
  let isMissing = false

  const begin = async () => {
    // An earlier try may have come so far without hearing of it.
    if (!(await partLedger.recipeOf(job.id))) await splitJob(encoderDeps, job, plan, [whole])
    const part = await partLedger.take(job.id, extrasNumber + 1, job)
    if (!part) throw new Error('The only stretch of a job is taken.')
    return { part, store: openCheckpointStore(encoderDeps, part) }
  }
  return {
    ...(checkpointIntervalMs !== undefined && { everyMs: checkpointIntervalMs }),
    async keep(checkpoint) {
      mine ??= await begin()
      await mine.store(checkpoint)
      isMissing = false
      frames += checkpoint.frames
      // So that the bar does not go back for whoever goes on.
      await partLedger.beat(mine.part, frames / whole.frames).catch(() => {})
    },
    onMissed(error) {
      const isOver = error instanceof LeaseLost
      if (!isMissing && !isOver) log.warn({ err: error, jobId: job.id }, 'what is finished of a job can not be kept now')
      isMissing = true
      return isOver ? 'stop' : 'again'
    },
    async drop() {
      mine = undefined
      await partLedger.unsplit(job).catch((error) => log.warn({ err: error, jobId: job.id }, 'pieces that are worth nothing are left'))
    },
    async leave() {
      if (mine) await partLedger.handBack(mine.part)
    },
  }
}
