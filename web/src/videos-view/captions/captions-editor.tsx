import type { VideoDetails } from '@video-forge/contract/gallery'
import { Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { AutomaticCaptions } from './automatic-captions.tsx'
import { CaptionDraftForm } from './caption-draft-form.tsx'
import { CaptionItem } from './caption-item.tsx'
import { type CaptionDraft, readCaptionFile } from './read-caption-file.ts'

/** The captions of a video, and files to add. Changes apply at once. */
export function CaptionsEditor({ video }: { video: VideoDetails }) {
  const id = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const [drafts, setDrafts] = useState<readonly CaptionDraft[]>([])
  const [said, setSaid] = useState('')
  const { captions } = video

  const choose = async (files: FileList | null) => {
    const read = await Promise.all(Array.from(files ?? [], readCaptionFile))
    setDrafts((before) => [...before, ...read])
  }
  const { isOver, drop } = useDroppedFiles((files) => void choose(files))
  const finish = (draft: CaptionDraft, added: string | undefined) => {
    setDrafts((before) => before.filter(({ key }) => key !== draft.key))
    setSaid(added === undefined ? '' : `The captions "${added}" were added.`)
    addButton.current?.focus()
  }

  return (
    <section aria-labelledby={id} className="flex flex-col gap-2" {...drop}>
      <h3 id={id} className="font-medium text-13">
        Captions
      </h3>
      {(captions.length > 0 || drafts.length > 0) && (
        <ul className="flex flex-col gap-2">
          {captions.map((caption) => (
            <CaptionItem
              key={caption.id}
              videoId={video.id}
              caption={caption}
              onDeleted={() => {
                setSaid(`The captions "${caption.label}" were deleted.`)
                addButton.current?.focus()
              }}
            />
          ))}
          {drafts.map((draft) => (
            <CaptionDraftForm
              key={draft.key}
              videoId={video.id}
              draft={draft}
              isFirst={captions.length === 0 && draft === drafts[0]}
              onDone={(added) => finish(draft, added)}
            />
          ))}
        </ul>
      )}
      <AddArea button={addButton} isOver={isOver} onFiles={choose} />
      <AutomaticCaptions
        videoId={video.id}
        onReady={() => setSaid('Automatic captions are ready.')}
        onFocusLost={() => addButton.current?.focus()}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}

function useDroppedFiles(onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles(event.dataTransfer.files)
    },
  }
  return { isOver, drop }
}

interface AddAreaProps {
  button: RefObject<HTMLButtonElement | null>
  /** A file is being dragged over the captions. */
  isOver: boolean
  onFiles: (files: FileList | null) => Promise<void>
}

function AddArea({ button, isOver, onFiles }: AddAreaProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-dashed p-3 transition-colors',
          isOver ? 'border-ember bg-sunken' : 'border-control',
        )}
      >
        <Button ref={button} onClick={() => picker.current?.click()}>
          <Upload aria-hidden="true" className="size-4" />
          Add captions
        </Button>
        <p className="min-w-40 flex-1 text-12 text-muted">Drop SRT or WebVTT files here, one for each language.</p>
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        accept=".srt,.vtt,text/vtt,application/x-subrip"
        aria-label="Caption files"
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget: input }) => {
          void onFiles(input.files).finally(() => {
            // Choosing the same file again must count as a change.
            input.value = ''
          })
        }}
      />
    </>
  )
}
