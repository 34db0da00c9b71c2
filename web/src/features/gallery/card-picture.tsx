import type { Video } from '@video-forge/contract/gallery'
import { Film } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '../../format/duration.ts'
import { titleOf } from '../../videos-view/video-title.ts'

/** The picture of a card: a still, the moving preview over it while it is pointed at, and how long the video is. */
export function CardPicture({ video, moving }: { video: Video; moving: boolean }) {
  const [broken, setBroken] = useState<string>()
  const still = video.thumbnailUrl !== broken ? video.thumbnailUrl : null
  return (
    <div className="relative aspect-video overflow-hidden rounded-surface bg-sunken">
      {still ? (
        <img
          src={still}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(still)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <Placeholder title={titleOf(video)} />
      )}
      {moving && video.previewUrl && <Preview key={video.previewUrl} url={video.previewUrl} />}
      {video.duration !== null && (
        <span className="absolute right-2 bottom-2 rounded-[6px] bg-stage/85 px-1.5 py-0.5 font-medium text-12 text-on-stage tabular-nums">
          <span className="sr-only">Duration </span>
          {formatDuration(video.duration)}
        </span>
      )}
    </div>
  )
}

/** In place of a missing picture. The title stands under it as well, so only the eye gets this one. */
const Placeholder = ({ title }: { title: string }) => (
  <div aria-hidden="true" className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-6 text-center text-muted">
    <Film className="size-6 shrink-0" />
    <span className="line-clamp-2 text-13">{title}</span>
  </div>
)

/** Comes in over the still once it has loaded, so that nothing flickers, and never comes if it is broken. */
function Preview({ url }: { url: string }) {
  const [loaded, setLoaded] = useState(false)
  return (
    <img
      src={url}
      alt=""
      data-preview=""
      onLoad={() => setLoaded(true)}
      className={`absolute inset-0 size-full object-cover transition-opacity ${loaded ? 'opacity-100' : 'opacity-0'}`}
    />
  )
}
