import { Failure } from '@video-forge/contract/errors'
import type { FailureCause } from '@video-forge/contract/rules/jobs/job-failures'
import { Refusal, type RefusalCause } from '@video-forge/media/probing/refusal'
import { ProgramFailure } from '@video-forge/media/run/ffmpeg/run-program'
import { isDiskFull } from '../platform/disk-full.ts'
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
  failed: ['damaged', 'The video could not be processed. Its file may be damaged.'],
  stuck: ['timed-out', 'Processing stalled and was stopped. The file may be damaged.'],
  'time-limit': ['timed-out', 'Processing took far longer than expected and was stopped.'],
  'memory-limit': ['too-large', 'Processing needed more memory than is allowed.'],
  'no-space': ['no-space', 'There is no space left on the server.'],
  'cannot-start': ['internal', 'Processing could not be started.'],
}

export const isOverQuota = (error: unknown): boolean => error instanceof Failure && error.code === 'QUOTA_REACHED'

const overQuota = 'The files of this video need more space than you have left, so they were not saved.'

/** The failure behind an error that a retry would not change; undefined for every other error. */
export function finalFailure(error: unknown): JobFailure | undefined {
  if (error instanceof JobFailure) return error
  if (isOverQuota(error)) return new JobFailure('over-quota', overQuota, { cause: error })
  if (error instanceof Refusal) return new JobFailure(refusalCauses[error.refusal], error.message, { cause: error })
  if (error instanceof ProgramFailure) {
    // From outside, for instance by a machine short of memory: that says nothing about the file.
    if (error.failure === 'killed') return undefined
    const [cause, sentence] = programSentences[error.failure]
    return new JobFailure(cause, sentence, { detail: error.detail, cause: error })
  }
  if (isDiskFull(error)) return new JobFailure(...programSentences['no-space'], { cause: error })
  return undefined
}
