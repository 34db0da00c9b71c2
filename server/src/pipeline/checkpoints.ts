import { wholeStretch } from '@video-forge/media/plan/part-plan'
import type { Piece } from '@video-forge/media/run/cut-pieces'
import type { PieceKeeper } from '@video-forge/media/run/forge-video'
import type { ForgeJob } from './forge-in-parts.ts'
import type { PartMaker } from './make-part.ts'
import type { PartClaim } from './part-ledger.ts'
import { restNumber, splitJob } from './split-job.ts'
import { storePiece } from './store-piece.ts'

export interface Checkpoints extends PieceKeeper {
  /** The pass is over: should its outcome be lost, whoever comes next may go on at once. */
  leave(): Promise<void>
}

/**
 * Keeps what a job's only pass has finished. With its first piece the job is written down as parted, into one stretch and the rest: should this
 * worker die, the next one finds a job in parts of which some is done. If it lives, the parts go with the job's end.
 */
export function keepCheckpoints(maker: PartMaker, { claim: job, plan }: Pick<ForgeJob, 'claim' | 'plan'>): Checkpoints {
  const { partLedger, log } = maker
  const whole = wholeStretch(plan)
  let part: PartClaim | undefined
  let frames = 0

  const begin = async (): Promise<PartClaim> => {
    await splitJob(maker, job, plan, [whole])
    const taken = await partLedger.take(job.id, restNumber + 1)
    if (!taken) throw new Error('The only stretch of a job was taken by somebody else.')
    return taken
  }
  return {
    async keep(piece: Piece) {
      part ??= await begin()
      await storePiece(maker, part, piece)
      frames += piece.frames
      await partLedger.beat(part, frames / whole.frames)
    },
    missed(error) {
      log.warn({ err: error, jobId: job.id }, 'what is finished of a job can not be kept; its pass goes on')
    },
    async drop() {
      if (part) await partLedger.unsplit(job)
      part = undefined
    },
    async leave() {
      if (part) await partLedger.handBack(part)
    },
  }
}
