import { useQuery } from '@tanstack/react-query'
import type { Caption } from '@video-forge/contract/captions'
import { useState } from 'react'
import { call } from '../../../../session/call.ts'
import { RetryNotice } from '../../../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { videoKeys } from '../../../../videos-view/video-keys.ts'
import { EditedTranscript } from './edited-transcript.tsx'

interface TranscriptEditorProps {
  videoId: string
  caption: Caption
  open: boolean
  /** Everything is saved, or given up. */
  onOpenChange: (open: boolean) => void
}

/** Text and times of captions, edited in place. */
export function TranscriptEditor({ videoId: id, caption, onOpenChange }: TranscriptEditorProps) {
  const captionId = caption.id
  const [attempt, setAttempt] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: videoKeys.editedTranscript(id, captionId, attempt),
    queryFn: ({ signal }) =>
      call('GET /gallery/videos/{id}/transcript', { params: { id }, query: { captionId, markup: 'true' } }, { signal }),
    // What is edited stays as it was when the editing began, and is new each time that it begins.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!data && error) return <RetryNotice text={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96" />
  return (
    <EditedTranscript
      key={attempt}
      videoId={id}
      caption={caption}
      loaded={data}
      onDone={() => onOpenChange(false)}
      onLoadAgain={() => setAttempt(attempt + 1)}
    />
  )
}
