import type { Video } from '@video-forge/contract/gallery'
import { Film } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '../../format/duration.ts'
import { titleOf } from '../../videos-view/video-title.ts'

/** The thumbnail of a card, the animated preview over it while the card is hovered, and the duration. */
export function CardPicture({ video, isMoving }: { video: Video; isMoving: boolean }) {
  const [broken, setBroken] = useState<string>()
  const thumbnail = video.thumbnailUrl !== broken ? video.thumbnailUrl : null
  return (
    <div className="relative aspect-video overflow-hidden rounded-surface bg-sunken">
      {thumbnail ? (
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(thumbnail)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <Placeholder title={titleOf(video)} />
      )}
      {isMoving && video.previewUrl && <Preview key={video.previewUrl} url={video.previewUrl} />}
      {video.duration !== null && (
        <span className="absolute right-2 bottom-2 rounded-[6px] bg-stage/85 px-1.5 py-0.5 font-medium text-12 text-on-stage tabular-nums">
          <span className="sr-only">Duration </span>
          {formatDuration(video.duration)}
        </span>
      )}
    </div>
  )
}

/** In place of a missing thumbnail. Hidden from screen readers, because the title follows below. */
const Placeholder = ({ title }: { title: string }) => (
  <div aria-hidden="true" className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-6 text-center text-muted">
    <Film className="size-6 shrink-0" />
    <span className="line-clamp-2 text-13">{title}</span>
  </div>
)

/** Fades in over the thumbnail once it has loaded, and stays hidden if it is broken. */
function Preview({ url }: { url: string }) {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <img
      src={url}
      alt=""
      data-preview=""
      onLoad={() => setLoaded(true)}
      className={`absolute inset-0 size-full object-cover transition-opacity ${isLoaded ? 'opacity-100' : 'opacity-0'}`}
    />
  )
}
