import type { Video } from '@video-forge/contract/gallery'
import { BookmarkPlus, Lock } from 'lucide-react'
import { Fragment } from 'react'
import { formatRelativeDate } from '../../format/dates.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { CardOwnerLink, CardTitleLink } from '../../videos-view/card/card-links.tsx'
import { CardPicture } from '../../videos-view/card/card-picture.tsx'
import { useHoverPreview } from '../../videos-view/card/use-hover-preview.ts'
import { titleOf } from '../../videos-view/video-title.ts'
import { viewsOf } from '../../videos-view/video-views.ts'

interface VideoCardProps {
  video: Video
  isFirst?: boolean
  /** The only card of a list: its text stands beside its picture where there is space. */
  isAlone?: boolean
  /** Offers to save it to a playlist; called with the button. */
  onSave?: ((button: HTMLButtonElement) => void) | undefined
}

/** One video. The link in its title covers the whole card, so that the title alone names the link; the owner's is above it. */
export function VideoCard({ video, isFirst = false, isAlone = false, onSave }: VideoCardProps) {
  const { isMoving, handlers } = useHoverPreview()
  return (
    <li
      {...handlers}
      className={classNames(
        'group relative flex flex-col gap-3 rounded-surface outline-offset-4 has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-ember',
        isAlone && 'md:grid md:grid-cols-[minmax(0,640px)_minmax(0,1fr)] md:gap-6',
      )}
    >
      <CardPicture video={video} isMoving={isMoving} isFirst={isFirst} />
      <div className={classNames('flex min-w-0 flex-col gap-1', isAlone && 'md:gap-2 md:py-2')}>
        <div className="flex items-start justify-between gap-1">
          <h2 className={classNames('wrap-anywhere min-w-0 font-medium text-14', isAlone && 'md:font-semibold md:text-20')}>
            <CardTitleLink video={video} />
          </h2>
          {onSave && (
            <Button
              kind="quiet"
              size="icon"
              aria-label={`Save ${titleOf(video)}`}
              className="relative z-10 -my-2 -mr-2 text-muted"
              onClick={(event) => onSave(event.currentTarget)}
            >
              <BookmarkPlus aria-hidden="true" className="size-4" />
            </Button>
          )}
        </div>
        <CardOwnerLink owner={video.owner} className="-my-1 min-h-8" />
        {video.description && (
          <p className={classNames('wrap-anywhere line-clamp-2 text-13 text-muted', isAlone && 'md:line-clamp-6 md:text-14')}>
            {video.description}
          </p>
        )}
        <CardFacts video={video} />
        <CardBadges video={video} />
      </div>
    </li>
  )
}

export function CardFacts({ video }: { video: Video }) {
  const facts = [
    viewsOf(video),
    video.resolution ?? 'Unknown',
    <time key="date" dateTime={video.createdAt}>
      {formatRelativeDate(video.createdAt)}
    </time>,
  ].filter((fact) => fact !== undefined)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-12 text-muted tabular-nums">
      {facts.map((fact, index) => (
        <Fragment key={typeof fact === 'string' ? fact : 'date'}>
          {index > 0 && <span aria-hidden="true">·</span>}
          {typeof fact === 'string' ? <span>{fact}</span> : fact}
        </Fragment>
      ))}
    </p>
  )
}

export function CardBadges({ video }: { video: Video }) {
  const isPrivate = video.visibility === 'private'
  const isClosed = isPrivate || video.hasPassword
  if (!isClosed && video.status !== 'processing') return null
  return (
    <div className="flex flex-wrap gap-1.5 pt-1">
      {isClosed && (
        <Badge>
          <Lock aria-hidden="true" className="size-3" />
          {isPrivate ? 'Private' : 'Password'}
        </Badge>
      )}
      {video.status === 'processing' && <Badge tone="warn">Processing</Badge>}
    </div>
  )
}
