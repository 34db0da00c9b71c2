/**
 * Why a job did not end well, as a closed list, with the words a person reads: what it is called and what to do next. The
 * sentence between the two comes with the job, because it knows the case.
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
    nextStep: 'Open the address in a browser. If the video plays there for everybody, press Retry; if not, submit another address.',
  },
  'not-a-video': {
    title: 'Not a video',
    nextStep: 'Submit the address of the video file itself, not of the page that shows it.',
  },
  'too-large': {
    title: 'Too large',
    nextStep: 'Export the video shorter or with a smaller picture, and submit that file.',
  },
  unsupported: {
    title: 'Unsupported codec or format',
    nextStep: 'Export the video as MP4 with H.264, and submit that file.',
  },
  damaged: {
    title: 'Damaged file',
    nextStep: 'Play the file to its end to see whether it is whole, then export or upload it anew.',
  },
  'no-space': {
    title: 'No space left',
    nextStep: 'Delete videos you no longer need, or tell the people who run this site; then press Retry.',
  },
  'over-quota': {
    title: 'Storage full',
    nextStep: 'Delete videos you no longer need, or discard unfinished uploads; then press Retry.',
  },
  'timed-out': {
    title: 'Timed out',
    nextStep: 'Press Retry. If it happens again, submit a shorter or smaller video.',
  },
  cancelled: {
    title: 'Cancelled',
    nextStep: 'Press Retry to put it back in line.',
  },
  internal: {
    title: 'Something went wrong on our side',
    nextStep: 'Press Retry. If it happens again, tell the people who run this site.',
  },
}

/** The cause a row names; whatever is not on the list is a fault of ours. */
export const causeOf = (name: string | null): FailureCause | null =>
  name === null ? null : (failureCauses.find((cause) => cause === name) ?? 'internal')
