import { useQuery } from '@tanstack/react-query'
import type { Caption } from '@video-forge/contract/captions'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '../../../format/duration.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { RetryNotice } from '../../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { copyText } from '../../../ui/forms/copy-text.ts'
import { Select } from '../../../ui/forms/select.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { isAutomatic } from '../../../videos-view/captions/is-automatic.ts'
import { accessOf, accessQuery } from '../../../videos-view/video-access.ts'
import { videoKeys } from '../../../videos-view/video-keys.ts'
import { cuesWith, type TranscriptCue } from './find-cues.ts'
import { TranscriptList } from './transcript-list.tsx'

interface ReadTranscriptProps {
  video: VideoDetails
  /** The secret of the share link that opened the page. */
  link: string | undefined
  caption: Caption
  onChoose: (captionId: string) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What is said, to read, search and copy. */
export const ReadTranscript = ({ video, link, caption, onChoose, open }: ReadTranscriptProps) =>
  open && (
    <>
      {video.captions.length > 1 && (
        <Select aria-label="Language of the transcript" value={caption.id} onChange={(event) => onChoose(event.target.value)}>
          {video.captions.map((each) => (
            <option key={each.id} value={each.id}>
              {isAutomatic(each) ? `${each.label} (automatic)` : each.label}
            </option>
          ))}
        </Select>
      )}
      {isAutomatic(caption) && (
        <p className="flex flex-wrap items-center gap-2 text-13 text-muted">
          <Badge>Automatic</Badge>
          Made automatically; it may contain errors.
        </p>
      )}
      <Transcript key={caption.url} videoId={video.id} link={link} captionId={caption.id} version={caption.updatedAt} />
      {(video.visibility === 'public' || accessQuery(video.id, link)) && (
        <a href={transcriptAddress(video.id, caption.id, link)} className="self-start py-1 text-13 text-muted underline underline-offset-2">
          Open as a page of text
        </a>
      )}
    </>
  )

/** A page of the server, for browsers without scripts. */
function transcriptAddress(id: string, captionId: string, link: string | undefined): string {
  const access = Object.entries(accessOf(id, link)).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams([['captionId', captionId], ...access])
  return `/video/${id}/transcript?${query}`
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
    queryFn: ({ signal }) =>
      call('GET /gallery/videos/{id}/transcript', { params: { id }, query: { ...accessOf(id, link), captionId } }, { signal }),
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
