import { wholeSegment } from '@video-forge/media/planning/part-plan'
import type { CheckpointSink } from '@video-forge/media/run/encode/encode-video'
import { LeaseLost, openAudioStore, openCheckpointStore } from './checkpoint-store.ts'
import type { EncodeJob } from './encode-in-parts.ts'
import type { PartEncoderDeps } from './encode-part.ts'
import type { PartClaim } from './part-ledger.ts'
import { splitJob } from './split-job.ts'

export interface PassCheckpoints extends CheckpointSink {
  /** The pass is over. Should its outcome be lost, the next worker may continue at once. */
  leave(): Promise<void>
}

/** The lease of the only segment, and where its files go. */
interface Held {
  part: PartClaim
  store: ReturnType<typeof openCheckpointStore>
  storeAudio: ReturnType<typeof openAudioStore>
}

/**
 * Saves checkpoints of a job that is encoded in one pass. The first one splits the job into a single segment and the extras: if this worker
 * dies, the next one finds a split job of which some is done. If it lives, the split is deleted when the job ends.
 */
export function saveCheckpoints(encoderDeps: PartEncoderDeps, { claim: job, plan }: Pick<EncodeJob, 'claim' | 'plan'>): PassCheckpoints {
  const { partLedger, log, checkpointIntervalMs } = encoderDeps
  const whole = wholeSegment(plan)
  let held: Held | undefined
  let opening: Promise<Held> | undefined
  let frames = 0
  let isFailing = false

  const begin = async (): Promise<Held> => {
    // An earlier call may have split the job without getting the answer.
    if (!(await partLedger.recipeOf(job.id))) await splitJob(encoderDeps, job, plan, [whole])
    const number = (await partLedger.shares(job.id)).find(({ kind }) => kind === 'segment')?.number ?? 0
    const part = await partLedger.lease(job.id, number, job)
    if (!part) throw new Error('The only segment of the job is leased by another worker.')
    held = { part, store: openCheckpointStore(encoderDeps, part), storeAudio: openAudioStore(encoderDeps, part) }
    return held
  }
  /** Pictures and audio come independently; the first of them splits the job. */
  const open = async (): Promise<Held> => {
    if (held) return held
    opening ??= begin().finally(() => {
      opening = undefined
    })
    return opening
  }
  return {
    ...(checkpointIntervalMs !== undefined && { everyMs: checkpointIntervalMs }),
    async keep(checkpoint) {
      const { part, store } = await open()
      await store(checkpoint)
      isFailing = false
      frames += checkpoint.frames
      // The progress bar must not go back when another worker continues.
      await partLedger.heartbeat(part, frames / whole.frames).catch(() => {})
    },
    async keepAudio(chunk) {
      const { storeAudio } = await open()
      await storeAudio(chunk)
    },
    onMissed(error) {
      const isLost = error instanceof LeaseLost
      if (!isFailing && !isLost) log.warn({ err: error, jobId: job.id }, 'checkpoint could not be saved, retrying')
      isFailing = true
      return isLost ? 'stop' : 'again'
    },
    async drop() {
      held = undefined
      await partLedger
        .unsplit(job, { wasUseful: false })
        .catch((error) => log.warn({ err: error, jobId: job.id }, 'useless checkpoints could not be deleted'))
    },
    async leave() {
      if (held) await partLedger.handBack(held.part)
    },
  }
}
