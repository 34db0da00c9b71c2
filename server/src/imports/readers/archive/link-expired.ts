import { Failure } from '@video-forge/contract/errors'

const gone = new Set([401, 403, 404, 410])

const linkExpired =
  'The link of this export has expired, or the export is gone. Start the import again with a new link: it takes only what is missing.'

/** All files of an archive have the same address: the sentence where it does not open any more. */
export const expiredLink = (error: unknown): string | undefined =>
  error instanceof Failure && gone.has(Number(error.extra?.['status'])) ? linkExpired : undefined
