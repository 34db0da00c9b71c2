import type { Video, VideoDetails } from '@video-forge/contract/gallery'
import { formatRelativeDate } from '../../../format/dates.ts'
import { Switch } from '../../../ui/forms/switch.tsx'
import { CardOwnerLink, CardTitleLink } from '../../../videos-view/card/card-links.tsx'
import { CardPicture } from '../../../videos-view/card/card-picture.tsx'
import { useHoverPreview } from '../../../videos-view/card/use-hover-preview.ts'
import { viewsOf } from '../../../videos-view/video-views.ts'
import { usePlayback } from '../playback/playback-context.ts'
import { MoreSkeleton } from './more-skeleton.tsx'
import { usePlayNext, usePlayNextChoice } from './play-next.ts'
import { useMoreVideos } from './use-more-videos.ts'

/** What to watch after this video: beside it on wide screens, below it on narrow ones. Inside a playlist, that one says what is next. */
export function MoreVideos({ video, isInList }: { video: VideoDetails; isInList: boolean }) {
  const { videos, isError } = useMoreVideos(video)
  const [playsNext, choosePlaysNext] = usePlayNextChoice()
  usePlayNext(usePlayback().element, playsNext && !isInList, videos?.[0]?.id)
  if (isError || videos?.length === 0) return null
  return (
    <aside aria-labelledby="more-heading" className="flex min-w-0 flex-col gap-4">
      <div className="flex min-h-10 items-center justify-between gap-4">
        <h2 id="more-heading" className="font-semibold text-16">
          More videos
        </h2>
        {!isInList && (
          <div className="text-13">
            <Switch label="Play next" checked={playsNext} onCheckedChange={choosePlaysNext} />
          </div>
        )}
      </div>
      {videos ? (
        <ul aria-label="More videos" className={listClass}>
          {videos.map((other) => (
            <MoreCard key={other.id} video={other} />
          ))}
        </ul>
      ) : (
        <MoreSkeleton className={listClass} />
      )}
    </aside>
  )
}

const listClass = 'grid grid-cols-1 gap-x-5 gap-y-4 md:grid-cols-2 xl:grid-cols-1'

/** A small card: the picture beside the text. */
function MoreCard({ video }: { video: Video }) {
  const { isMoving, handlers } = useHoverPreview()
  return (
    <li
      {...handlers}
      className="group relative grid grid-cols-[minmax(120px,168px)_minmax(0,1fr)] gap-3 rounded-surface outline-offset-4 has-[h3_a:focus-visible]:outline-2 has-[h3_a:focus-visible]:outline-ember"
    >
      <CardPicture video={video} isMoving={isMoving} />
      <div className="flex min-w-0 flex-col gap-0.5">
        <h3 className="wrap-anywhere font-medium text-14">
          <CardTitleLink video={video} />
        </h3>
        <CardOwnerLink owner={video.owner} className="min-h-6" />
        <p className="text-12 text-muted tabular-nums">
          {[viewsOf(video), formatRelativeDate(video.createdAt)].filter((fact) => fact !== undefined).join(' · ')}
        </p>
      </div>
    </li>
  )
}
