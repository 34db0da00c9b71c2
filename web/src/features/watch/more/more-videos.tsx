import type { Video, VideoDetails } from '@video-forge/contract/gallery'
import { Link } from 'react-router'
import { formatRelativeDate } from '../../../format/dates.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { CardPicture } from '../../../videos-view/card/card-picture.tsx'
import { useHoverPreview } from '../../../videos-view/card/use-hover-preview.ts'
import { personPath } from '../../../videos-view/person-path.ts'
import { titleOf } from '../../../videos-view/video-title.ts'
import { viewsOf } from '../../../videos-view/video-views.ts'
import { usePlayback } from '../playback/playback-context.ts'
import { usePlayNext, usePlayNextChoice } from './play-next.ts'
import { useMoreVideos } from './use-more-videos.ts'

/** What to watch after this video: beside it on wide screens, below it on narrow ones. */
export function MoreVideos({ video }: { video: VideoDetails }) {
  const { videos, isError } = useMoreVideos(video)
  const [playsNext, choosePlaysNext] = usePlayNextChoice()
  usePlayNext(usePlayback().element, playsNext, videos?.[0]?.id)
  if (isError || videos?.length === 0) return null
  return (
    <aside aria-labelledby="more-heading" className="flex min-w-0 flex-col gap-4">
      <div className="flex min-h-10 items-center justify-between gap-4">
        <h2 id="more-heading" className="font-semibold text-16">
          More videos
        </h2>
        <div className="text-13">
          <Switch label="Play next" checked={playsNext} onCheckedChange={choosePlaysNext} />
        </div>
      </div>
      {videos ? (
        <ul aria-label="More videos" className={listClass}>
          {videos.map((other) => (
            <MoreCard key={other.id} video={other} />
          ))}
        </ul>
      ) : (
        <div className={listClass}>
          {placeholders.map((index) => (
            <div key={index} className="grid grid-cols-[168px_minmax(0,1fr)] gap-3">
              <Skeleton className="aspect-video rounded-surface" />
              <Skeleton className="h-10" />
            </div>
          ))}
        </div>
      )}
    </aside>
  )
}

const listClass = 'grid grid-cols-1 gap-x-5 gap-y-4 md:grid-cols-2 xl:grid-cols-1'
const placeholders = Array.from({ length: 6 }, (_, index) => index)

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
        <h3 className="wrap-anywhere line-clamp-2 font-medium text-14">
          <Link to={`/video/${video.id}`} className="outline-none after:absolute after:inset-0 after:rounded-surface group-hover:underline">
            {titleOf(video)}
          </Link>
        </h3>
        {video.owner && (
          <Link
            to={personPath(video.owner.username)}
            className="relative z-10 inline-flex min-h-6 max-w-full items-center self-start text-13 text-muted hover:text-ink hover:underline"
          >
            <span className="truncate">{video.owner.name}</span>
          </Link>
        )}
        <p className="text-12 text-muted tabular-nums">
          {[viewsOf(video), formatRelativeDate(video.createdAt)].filter((fact) => fact !== undefined).join(' · ')}
        </p>
      </div>
    </li>
  )
}
