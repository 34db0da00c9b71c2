import { sentences } from '@video-forge/contract/sentences'
import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useDocumentTitle } from '../../ui/document-title.ts'

/** Messages that only repeat the heading. A malformed address gets 'Not found'. */
const redundantMessages: readonly string[] = [sentences.videoFailed, sentences.videoNotFound, 'Not found']

/** The server's message, unless it only repeats the heading. */
const reasonOf = (error: Error | null): string =>
  error instanceof ApiError && error.isNotFound && !redundantMessages.includes(error.message) ? error.message : sentences.videoGone

/** In place of a video that does not exist or that the viewer may not see. */
export function VideoMissing({ error, action }: { error: Error | null; action?: ReactNode }) {
  useDocumentTitle(sentences.videoNotFound)
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-6 py-16 text-center">
      <span className="flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
        <FileQuestion aria-hidden="true" className="size-6" />
      </span>
      <div className="flex max-w-md flex-col gap-1">
        <h1 className="font-semibold text-20">{sentences.videoNotFound}</h1>
        <p className="text-muted">{reasonOf(error)}</p>
      </div>
      {action}
    </div>
  )
}
