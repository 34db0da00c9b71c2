/**
 * Why a job failed, as a closed list, with a title and a next step for people. The sentence between the two comes with the job, which knows
 * the details.
 */
export const failureCauses = [
  'source-unreachable',
  'not-a-video',
  'too-large',
  'unsupported',
  'damaged',
  'no-space',
  'over-quota',
  'timed-out',
  'cancelled',
  'internal',
] as const
export type FailureCause = (typeof failureCauses)[number]

export const failureWords: Record<FailureCause, { title: string; nextStep: string }> = {
  'source-unreachable': {
    title: 'Source unreachable',
    nextStep: 'Open the link in a private browser window. If the video plays there, press Retry; if not, use another link.',
  },
  'not-a-video': {
    title: 'Not a video',
    nextStep: 'Use the link to the video file itself, not to the page that shows it.',
  },
  'too-large': {
    title: 'Too large',
    nextStep: 'Export a shorter video or a lower resolution, and submit that file.',
  },
  unsupported: {
    title: 'Unsupported codec or format',
    nextStep: 'Export the video as MP4 with H.264, and submit that file.',
  },
  damaged: {
    title: 'Damaged file',
    nextStep: 'Play the file to its end to see whether it is complete, then export or upload it again.',
  },
  'no-space': {
    title: 'No space left',
    nextStep: 'Delete videos you no longer need or contact an admin, then press Retry.',
  },
  'over-quota': {
    title: 'Storage full',
    nextStep: 'Delete videos you no longer need or discard unfinished uploads, then press Retry.',
  },
  'timed-out': {
    title: 'Timed out',
    nextStep: 'Press Retry. If it happens again, submit a shorter or smaller video.',
  },
  cancelled: {
    title: 'Cancelled',
    nextStep: 'Press Retry to queue it again.',
  },
  internal: {
    title: 'Something went wrong on our side',
    nextStep: 'Press Retry. If it happens again, contact an admin.',
  },
}

/** Causes of a newer version, which are not on the list, count as internal. */
export const causeOf = (name: string | null): FailureCause | null =>
  name === null ? null : (failureCauses.find((cause) => cause === name) ?? 'internal')
