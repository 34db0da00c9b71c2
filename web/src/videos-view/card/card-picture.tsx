import type { Video } from '@video-forge/contract/gallery'
import { Film } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '../../format/duration.ts'
import { classNames } from '../../ui/class-names.ts'
import { resumePosition } from '../resume-positions.ts'
import { titleOf } from '../video-title.ts'

const isPortrait = ({ resolution }: Video): boolean => {
  const [width = 0, height = 0] = (resolution ?? '').split('x').map(Number)
  return height > width
}

interface CardPictureProps {
  video: Video
  isMoving: boolean
  /** The first pictures of a page are loaded at once, the others when they come near. */
  isFirst?: boolean
  /** How far someone has watched, where that is known better than on this device. */
  position?: Position
}

type Position = NonNullable<ReturnType<typeof resumePosition>>

/** The thumbnail of a card, the animated preview over it while the card is hovered, the duration, and how far someone has watched. */
export function CardPicture({ video, isMoving, isFirst = false, position }: CardPictureProps) {
  const [broken, setBroken] = useState<string>()
  const thumbnail = video.cardUrl !== broken ? video.cardUrl : null
  const fit = isPortrait(video) ? 'object-contain' : 'object-cover'
  return (
    <div
      className={classNames(
        'relative aspect-video overflow-hidden rounded-surface forced-colors:border',
        thumbnail && isPortrait(video) ? 'bg-stage' : 'bg-sunken',
      )}
    >
      {thumbnail ? (
        <img
          src={thumbnail}
          alt=""
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBroken(thumbnail)}
          className={classNames('absolute inset-0 size-full', fit)}
        />
      ) : (
        <Placeholder title={titleOf(video)} />
      )}
      {isMoving && video.previewUrl && <Preview key={video.previewUrl} url={video.previewUrl} fit={fit} />}
      {video.duration !== null && (
        <span className="absolute right-2 bottom-2 rounded-[6px] bg-stage/85 px-1.5 py-0.5 font-medium text-12 text-on-stage tabular-nums forced-colors:border">
          <span className="sr-only">Duration </span>
          {formatDuration(video.duration)}
        </span>
      )}
      <ResumeBar video={video} known={position} />
    </div>
  )
}

/** How far someone has watched, on this device unless it is known. */
function ResumeBar({ video, known }: { video: Video; known: Position | undefined }) {
  const [stored] = useState(() => resumePosition(video.id))
  const position = known ?? stored
  if (!position) return null
  const percent = Math.max(2, Math.round(position.share * 100))
  return (
    <div className="absolute inset-x-0 bottom-0 h-1 overflow-hidden bg-stage/60 forced-colors:h-1.5 forced-colors:border-t forced-colors:bg-[Canvas]">
      <div className="h-full bg-ember forced-color-adjust-none forced-colors:bg-[Highlight]" style={{ width: `${percent}%` }} />
      <span className="sr-only">Watched up to {formatDuration(position.seconds)}</span>
    </div>
  )
}

/** In place of a missing thumbnail. Hidden from screen readers, because the title follows below; in small cards there is no space for it. */
const Placeholder = ({ title }: { title: string }) => (
  <div aria-hidden="true" className="@container absolute inset-0">
    <div className="flex size-full flex-col items-center justify-center gap-2 p-6 text-center text-muted">
      <Film className="size-6 shrink-0" />
      <span className="@3xs:line-clamp-2 hidden text-13">{title}</span>
    </div>
  </div>
)

/** Fades in over the thumbnail once it has loaded, and stays hidden if it is broken. */
function Preview({ url, fit }: { url: string; fit: string }) {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <img
      src={url}
      alt=""
      data-preview=""
      onLoad={() => setLoaded(true)}
      className={classNames('absolute inset-0 size-full bg-stage transition-opacity', fit, isLoaded ? 'opacity-100' : 'opacity-0')}
    />
  )
}
