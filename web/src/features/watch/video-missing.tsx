import { sentences } from '@video-forge/contract/sentences'
import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useDocumentTitle } from '../../ui/document-title.ts'

/** Sentences that say no more than the heading above them. An address that cannot be one of a video gets the plain 'Not found'. */
const saysNothingMore: readonly string[] = [sentences.videoFailed, sentences.videoNotFound, 'Not found']

/** The server's sentence, where it has one of its own. */
const reasonOf = (error: Error | null): string =>
  error instanceof ApiError && error.isNotFound && !saysNothingMore.includes(error.message) ? error.message : sentences.videoGone

/** In place of a video that is not there, or not for whoever asks. */
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
