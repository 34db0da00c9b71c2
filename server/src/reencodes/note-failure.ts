import { ProgramFailure } from '@video-forge/media/run/ffmpeg/run-program'
import { UnlikeRendition } from '@video-forge/media/run/reencode/encode-runs'
import type { Logger } from 'pino'
import { isDiskFull } from '../platform/disk-full.ts'
import { NotStored } from '../platform/storage/file-copies.ts'
import { isUnavailable } from '../platform/storage/is-unavailable.ts'
import { endReencode } from './end-reencode.ts'
import { CannotReencode, type ReencodeDeps } from './open-rendition.ts'
import { postpone, returnLease, type Work } from './reencode-ledger.ts'
import { isPartLost } from './run-steps.ts'

interface FailureDeps extends Pick<ReencodeDeps, 'db' | 'storage'> {
  log: Logger
}

/** Writes down what a failed step means for its video. True when the cause may be this machine or its storage, so that the next step had better wait. */
export async function noteFailure({ db, storage, log }: FailureDeps, work: Work, error: unknown): Promise<boolean> {
  if (isPartLost(error)) {
    await returnLease(db, work)
    return false
  }
  // Without storage every video seems to be broken.
  if (isDiskFull(error) || (await isUnavailable(storage))) {
    log.warn({ err: error, reencodeId: work.id }, 're-encoding waits for storage')
    await returnLease(db, work)
    return true
  }
  const isHopeless = error instanceof CannotReencode || error instanceof UnlikeRendition
  if (isHopeless || error instanceof NotStored) {
    await endReencode(db, work, 'skipped', isHopeless ? error.message : 'The rendition or its original is not stored.')
    return false
  }
  log.warn({ err: error, reencodeId: work.id, jobId: work.jobId }, 're-encoding of a rendition failed')
  if (error instanceof ProgramFailure && !passing.has(error.failure)) {
    await endReencode(db, work, 'failed', error.message)
    return false
  }
  await postpone(db, work)
  return true
}

/** Not always a matter of the video: at the lowest priority a busy machine alone makes a program stand still. */
const passing: ReadonlySet<ProgramFailure['failure']> = new Set(['no-space', 'killed', 'cannot-start', 'stuck', 'time-limit'])
