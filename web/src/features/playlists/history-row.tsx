import type { Watched } from '@video-forge/contract/history'
import { X } from 'lucide-react'
import { Link } from 'react-router'
import { formatRelativeDate } from '../../format/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CardOwnerLink } from '../../videos-view/card/card-links.tsx'
import { CardPicture } from '../../videos-view/card/card-picture.tsx'
import { titleOf } from '../../videos-view/video-title.ts'

/** From this share on a video counts as watched to its end, and starts again. */
const endShare = 0.97

/** A watched video, which continues where playback was last, on whichever device that was. */
export function HistoryRow({ entry: { video, seconds, watchedAt }, onRemove }: { entry: Watched; onRemove: () => void }) {
  const share = video.duration ? Math.min(1, seconds / video.duration) : 0
  const continues = share < endShare && seconds >= 1
  return (
    <li className="group relative flex items-center gap-3 rounded-surface py-2 outline-offset-2 has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-ember">
      <div className="w-32 shrink-0 sm:w-44">
        <CardPicture video={video} isMoving={false} position={{ seconds, share }} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <h2 className="wrap-anywhere font-medium text-14">
          <Link
            to={`/video/${video.id}${continues ? `?t=${Math.floor(seconds)}` : ''}`}
            className="line-clamp-2 min-h-6 outline-none after:absolute after:inset-0 after:rounded-surface group-hover:underline"
          >
            {titleOf(video)}
          </Link>
        </h2>
        <CardOwnerLink owner={video.owner} className="min-h-6" />
        <p className="text-12 text-muted">
          Last watched: <time dateTime={watchedAt}>{formatRelativeDate(watchedAt)}</time>
        </p>
      </div>
      <div className="relative z-10 shrink-0">
        <Button kind="quiet" size="icon" aria-label={`Remove ${titleOf(video)} from the history`} onClick={onRemove}>
          <X aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </li>
  )
}
