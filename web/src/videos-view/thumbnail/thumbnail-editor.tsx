import type { VideoDetails } from '@video-forge/contract/gallery'
import { pictureTypes } from '@video-forge/contract/rules/video-rules'
import { ImageOff } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FramePicker } from './frame-picker.tsx'
import { type ThumbnailChoice, useChooseThumbnail } from './use-choose-thumbnail.ts'

const done: Record<ThumbnailChoice['kind'], string> = {
  frame: 'The frame is the thumbnail now.',
  picture: 'The picture is the thumbnail now.',
  automatic: 'The automatic thumbnail is back.',
}

/** The picture that stands for a video, and what its owner can put in its place. Changes apply at once. */
export function ThumbnailEditor({ video }: { video: VideoDetails }) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const [isPicking, setPicking] = useState(false)
  const choosing = useChooseThumbnail(video)
  const runs = (kind: ThumbnailChoice['kind']) => choosing.isPending && choosing.variables.kind === kind
  const choose = (choice: ThumbnailChoice) => {
    if (choosing.isPending) return
    choosing.mutate(choice, {
      onSuccess: () => {
        // The pressed button disappears with these.
        if (choice.kind !== 'picture') chooseButton.current?.focus()
        setPicking(false)
      },
    })
  }

  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="font-medium text-13">
        Thumbnail
      </h3>
      {isPicking ? (
        <FramePicker video={video} isPending={runs('frame')} onChoose={(time) => choose({ kind: 'frame', time })} />
      ) : (
        <CurrentThumbnail url={video.thumbnailUrl} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button ref={chooseButton} aria-expanded={isPicking} onClick={() => setPicking(!isPicking)}>
          {isPicking ? 'Keep current' : 'Choose a frame'}
        </Button>
        <Button pending={runs('picture')} onClick={() => picker.current?.click()}>
          Upload a picture
        </Button>
        {video.hasChosenThumbnail && (
          <Button pending={runs('automatic')} onClick={() => choose({ kind: 'automatic' })}>
            Automatic
          </Button>
        )}
      </div>
      <PictureInput ref={picker} onChoose={(file) => choose({ kind: 'picture', file })} />
      <p role="status" className="sr-only">
        {choosing.isSuccess ? done[choosing.variables.kind] : ''}
      </p>
      {choosing.error && <Notice tone="bad">{choosing.error.message}</Notice>}
    </section>
  )
}

/** Without a look of its own: a button opens it. */
function PictureInput({ ref, onChoose }: { ref: RefObject<HTMLInputElement | null>; onChoose: (file: File) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      accept={pictureTypes.join(',')}
      aria-label="Thumbnail picture"
      tabIndex={-1}
      className="sr-only"
      onChange={({ currentTarget: input }) => {
        const file = input.files?.[0]
        // Choosing the same file again must count as a change.
        input.value = ''
        if (file) onChoose(file)
      }}
    />
  )
}

function CurrentThumbnail({ url }: { url: string | null }) {
  const [broken, setBroken] = useState<string>()
  if (url && url !== broken) {
    return (
      <img
        src={url}
        alt="Current thumbnail"
        onError={() => setBroken(url)}
        className="aspect-video w-full rounded-control bg-stage object-contain"
      />
    )
  }
  return (
    <div className="flex aspect-video w-full flex-col items-center justify-center gap-2 rounded-control bg-sunken text-13 text-muted">
      <ImageOff aria-hidden="true" className="size-6" />
      No thumbnail yet
    </div>
  )
}
