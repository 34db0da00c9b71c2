import { sentences } from '@video-forge/contract/sentences'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { MissingPage } from '../../ui/feedback/missing-page.tsx'

/** Messages that only repeat the heading. A malformed address gets 'Not found'. */
const redundantMessages: readonly string[] = [sentences.videoFailed, sentences.videoNotFound, 'Not found']

/** The server's message, unless it only repeats the heading. */
const reasonOf = (error: Error | null): string =>
  error instanceof ApiError && error.isNotFound && !redundantMessages.includes(error.message) ? error.message : sentences.videoGone

/** In place of a video that does not exist or that the viewer may not see. */
export const VideoMissing = ({ error, action }: { error: Error | null; action?: ReactNode }) => (
  <MissingPage title={sentences.videoNotFound} text={reasonOf(error)} action={action} />
)
