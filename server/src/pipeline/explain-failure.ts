import { Failure } from '@video-forge/contract/errors'
import type { FailureCause } from '@video-forge/contract/rules/job-failures'
import { Refusal, type RefusalCause } from '@video-forge/media/probing/refusal'
import { ProgramFailure } from '@video-forge/media/run/ffmpeg/run-program'
import { errorCode } from '../platform/error-code.ts'
import { JobFailure } from './job-failure.ts'

const refusalCauses: Record<RefusalCause, FailureCause> = {
  'empty-file': 'not-a-video',
  'not-a-video': 'not-a-video',
  'audio-only': 'not-a-video',
  damaged: 'damaged',
  'unsupported-format': 'unsupported',
  'unsupported-codec': 'unsupported',
  encrypted: 'unsupported',
  'too-many-pixels': 'too-large',
  'too-long': 'too-large',
  'too-many-frames': 'too-large',
  'took-too-long': 'timed-out',
  'too-much-memory': 'too-large',
}

const programSentences: Record<Exclude<ProgramFailure['failure'], 'killed'>, [FailureCause, string]> = {
  failed: ['damaged', 'The video could not be converted. Its file may be damaged.'],
  stuck: ['timed-out', 'The conversion stopped moving and was given up. Its file may be damaged.'],
  'time-limit': ['timed-out', 'The conversion took far longer than it should and was given up.'],
  'memory-limit': ['too-large', 'The conversion needed more memory than it may have.'],
  'no-space': ['no-space', 'There is no space left on the server.'],
  'cannot-start': ['internal', 'The conversion could not be started.'],
}

export const isOverQuota = (error: unknown): boolean => error instanceof Failure && error.code === 'QUOTA_REACHED'

const overQuota = 'The files of this video need more space than your storage has left, so they were not kept.'

/** The failure in an error that trying again would not mend; undefined for everything else. */
export function finalFailure(error: unknown): JobFailure | undefined {
  if (error instanceof JobFailure) return error
  if (isOverQuota(error)) return new JobFailure('over-quota', overQuota, { cause: error })
  if (error instanceof Refusal) return new JobFailure(refusalCauses[error.refusal], error.message, { cause: error })
  if (error instanceof ProgramFailure) {
    // By somebody else's hand, such as a machine short of memory: that says nothing about the file.
    if (error.failure === 'killed') return undefined
    const [cause, sentence] = programSentences[error.failure]
    return new JobFailure(cause, sentence, { detail: error.detail, cause: error })
  }
  if (['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) {
    return new JobFailure(...programSentences['no-space'], { cause: error })
  }
  return undefined
}
