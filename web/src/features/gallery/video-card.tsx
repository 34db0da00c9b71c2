import type { Video } from '@video-forge/contract/gallery'
import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { formatRelativeDate } from '../../format/dates.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { titleOf } from '../../videos-view/video-title.ts'
import { CardPicture } from './card-picture.tsx'
import { useHoverPreview } from './use-hover-preview.ts'

/** One video. The link in its title covers the whole card, so that the title alone names the link. */
export function VideoCard({ video }: { video: Video }) {
  const { isMoving, handlers } = useHoverPreview()
  return (
    <li
      {...handlers}
      className="group relative flex flex-col gap-3 rounded-surface outline-offset-4 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ember"
    >
      <CardPicture video={video} isMoving={isMoving} />
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="wrap-anywhere line-clamp-2 font-medium text-14">
          <Link to={`/video/${video.id}`} className="outline-none after:absolute after:inset-0 after:rounded-surface group-hover:underline">
            {titleOf(video)}
          </Link>
        </h2>
        {video.description && <p className="wrap-anywhere line-clamp-2 text-13 text-muted">{video.description}</p>}
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-muted tabular-nums">
          <span>{video.resolution ?? 'Unknown'}</span>
          <span aria-hidden="true">·</span>
          <time dateTime={video.createdAt}>{formatRelativeDate(video.createdAt)}</time>
        </p>
        <CardBadges video={video} />
      </div>
    </li>
  )
}

function CardBadges({ video }: { video: Video }) {
  const isPrivate = video.visibility === 'private'
  if (!isPrivate && video.status !== 'processing') return null
  return (
    <div className="flex flex-wrap gap-1.5 pt-1">
      {isPrivate && (
        <Badge>
          <Lock aria-hidden="true" className="size-3" />
          Private
        </Badge>
      )}
      {video.status === 'processing' && <Badge tone="warn">Processing</Badge>}
    </div>
  )
}
