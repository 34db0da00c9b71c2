import type { VideoDetails } from '@video-forge/contract/gallery'
import { useId, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { onDemand } from '../../../ui/overlays/on-demand.tsx'
import { draftOf } from './edit/saving/drafts.ts'

const ReadTranscript = onDemand(async () => (await import('./read-transcript.tsx')).ReadTranscript, <Skeleton className="h-40" />)
const TranscriptEditor = onDemand(async () => (await import('./edit/transcript-editor.tsx')).TranscriptEditor)

interface TranscriptPanelProps {
  video: VideoDetails
  /** The secret of the share link that opened the page. */
  link: string | undefined
}

/** What is said in a video, beside it. Only where it has captions, and loaded when someone opens it. The owner edits it here. */
export function TranscriptPanel({ video, link }: TranscriptPanelProps) {
  const id = useId()
  const captions = video.captions ?? []
  const { isOpen, setOpen, chosen, setChosen, editedId, setEditedId } = useTranscriptState(video)
  const editButton = useRef<HTMLButtonElement>(null)
  const caption = captions.find((each) => each.id === chosen) ?? captions[0]
  // Captions that are gone meanwhile are edited on, so that nothing is lost.
  const lastEdited = useLast(captions.find((each) => each.id === editedId))
  const edited = editedId === undefined ? undefined : lastEdited
  if (edited) {
    const close = () => {
      setEditedId(undefined)
      requestAnimationFrame(() => editButton.current?.focus())
    }
    return (
      <section id="transcript" aria-labelledby={id} className="flex flex-col gap-3">
        <h2 id={id} className="font-semibold text-16">
          Edit transcript{captions.length > 1 && `: ${edited.label}`}
        </h2>
        <TranscriptEditor key={edited.id} videoId={video.id} caption={edited} open onOpenChange={close} />
      </section>
    )
  }
  if (!caption) return null
  return (
    <section id="transcript" aria-labelledby={id} className="flex scroll-mt-20 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-semibold text-16">
          Transcript
        </h2>
        <div className="flex flex-wrap gap-2">
          {isOpen && video.canEdit && (
            <Button ref={editButton} size="small" onClick={() => setEditedId(caption.id)}>
              Edit transcript
            </Button>
          )}
          <Button
            size="small"
            aria-expanded={isOpen}
            onPointerEnter={ReadTranscript.preload}
            onFocus={ReadTranscript.preload}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide transcript' : 'Show transcript'}
          </Button>
        </div>
      </div>
      <ReadTranscript video={video} link={link} caption={caption} onChoose={setChosen} open={isOpen} onOpenChange={setOpen} />
    </section>
  )
}

/** Whether the transcript is open, of which captions, and which of them are edited. */
function useTranscriptState({ captions = [], canEdit }: VideoDetails) {
  const { hash } = useLocation()
  const [editedId, setEditedId] = useState<string>()
  // A search result names the captions that it was found in.
  const named = useSearchParams()[0].get('captions') ?? undefined
  const [isOpen, setOpen] = useState(hash === '#transcript' || named !== undefined)
  const [chosen, setChosen] = useState(named)
  const [hasLooked, setLooked] = useState(false)
  // Someone was editing when the page was loaded again. The first answer may be that of a visitor, who edits nothing.
  if (canEdit && !hasLooked) {
    const drafted = captions.find((each) => draftOf(each.id).read())?.id
    setLooked(true)
    if (drafted) {
      setEditedId(drafted)
      setChosen(drafted)
      setOpen(true)
    }
  }
  return { isOpen, setOpen, chosen, setChosen, editedId, setEditedId }
}

function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
