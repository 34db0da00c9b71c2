import { useQuery } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatDuration } from '../../../format/duration.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { RetryNotice } from '../../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { copyText } from '../../../videos-view/share/copy-text.ts'
import { videoKeys } from '../../../videos-view/video-keys.ts'
import { cuesWith, type TranscriptCue } from './find-cues.ts'
import { TranscriptList } from './transcript-list.tsx'

interface TranscriptPanelProps {
  video: VideoDetails
  /** The secret of the share link that opened the page. */
  link: string | undefined
}

/** What is said in a video, beside it. Only where it has captions, and loaded when someone opens it. */
export function TranscriptPanel({ video, link }: TranscriptPanelProps) {
  const id = useId()
  // A search result names the captions that it was found in.
  const named = useSearchParams()[0].get('captions') ?? undefined
  const [isOpen, setOpen] = useState(named !== undefined)
  const [chosen, setChosen] = useState(named)
  const captions = video.captions ?? []
  const caption = captions.find((each) => each.id === chosen) ?? captions[0]
  if (!caption) return null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-semibold text-16">
          Transcript
        </h2>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide transcript' : 'Show transcript'}
        </Button>
      </div>
      {isOpen && captions.length > 1 && (
        <Select aria-label="Language of the transcript" value={caption.id} onChange={(event) => setChosen(event.target.value)}>
          {captions.map((each) => (
            <option key={each.id} value={each.id}>
              {each.label}
            </option>
          ))}
        </Select>
      )}
      {isOpen && caption.source === 'automatic' && !caption.isReviewed && (
        <p className="text-13 text-muted">Written by a program that listened to the video. It may contain mistakes.</p>
      )}
      {isOpen && <Transcript key={caption.url} videoId={video.id} link={link} captionId={caption.id} version={caption.updatedAt} />}
    </section>
  )
}

interface TranscriptProps {
  videoId: string
  link: string | undefined
  captionId: string
  version: string
}

function Transcript({ videoId: id, link, captionId, version }: TranscriptProps) {
  const [query, setQuery] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: videoKeys.transcript(id, captionId, version),
    queryFn: ({ signal }) => call('GET /gallery/videos/{id}/transcript', { params: { id }, query: { link, captionId } }, { signal }),
  })
  if (!data && error) return <RetryNotice text={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40" />
  const found = cuesWith(data.cues, query)
  return (
    <>
      <div className="flex gap-2">
        <TextInput
          type="search"
          aria-label="Search in the transcript"
          placeholder="Search in the transcript"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Button size="icon" aria-label="Copy with times" onClick={() => void copy(found)}>
          <Copy aria-hidden="true" className="size-4" />
        </Button>
      </div>
      <p role="status" className="text-13 text-muted empty:hidden">
        {query.trim() !== '' && matchCount(found.length)}
      </p>
      <TranscriptList cues={found} language={data.language} />
    </>
  )
}

const matchCount = (count: number): string => (count === 0 ? 'Nothing found' : count === 1 ? '1 match' : `${count} matches`)

async function copy(cues: readonly TranscriptCue[]): Promise<void> {
  const lines = cues.map(({ start, text }) => `${formatDuration(start)} ${text.replaceAll('\n', ' ')}`)
  const isCopied = await copyText(lines.join('\n'))
  showToast(isCopied ? 'good' : 'bad', isCopied ? 'Transcript copied.' : 'The transcript could not be copied.')
}
