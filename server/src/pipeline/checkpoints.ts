import { wholeStretch } from '@video-forge/media/plan/part-plan'
import type { PieceKeeper } from '@video-forge/media/run/forge-video'
import type { ForgeJob } from './forge-in-parts.ts'
import type { PartMaker } from './make-part.ts'
import type { PartClaim } from './part-ledger.ts'
import { NoLongerOurs, openPieceStore } from './piece-store.ts'
import { restNumber, splitJob } from './split-job.ts'

export interface Checkpoints extends PieceKeeper {
  /** The pass is over: should its outcome be lost, whoever comes next may go on at once. */
  leave(): Promise<void>
}

/**
 * Keeps what a job's only pass has finished. With its first piece the job is written down as parted, into one stretch and the rest: should this
 * worker die, the next one finds a job in parts of which some is done. If it lives, the parts go with the job's end.
 */
export function keepCheckpoints(maker: PartMaker, { claim: job, plan }: Pick<ForgeJob, 'claim' | 'plan'>): Checkpoints {
  const { partLedger, log, checkpointIntervalMs } = maker
  const whole = wholeStretch(plan)
  let mine: { part: PartClaim; store: ReturnType<typeof openPieceStore> } | undefined
  let frames = 0
  let isMissing = false

  const begin = async () => {
    // An earlier try may have come so far without hearing of it.
    if (!(await partLedger.recipeOf(job.id))) await splitJob(maker, job, plan, [whole])
    const part = await partLedger.take(job.id, restNumber + 1, job)
    if (!part) throw new Error('The only stretch of a job is taken.')
    return { part, store: openPieceStore(maker, part) }
  }
  return {
    ...(checkpointIntervalMs !== undefined && { everyMs: checkpointIntervalMs }),
    async keep(piece) {
      mine ??= await begin()
      await mine.store(piece)
      isMissing = false
      frames += piece.frames
      // So that the bar does not go back for whoever goes on.
      await partLedger.beat(mine.part, frames / whole.frames).catch(() => {})
    },
    onMissed(error) {
      const isOver = error instanceof NoLongerOurs
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
