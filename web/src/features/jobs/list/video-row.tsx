import type { Draft } from '@video-forge/contract/jobs'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../../format/count.ts'
import { formatMoment, formatRelativeDate } from '../../../format/dates.ts'
import { formatDuration } from '../../../format/duration.ts'
import { JobThumbnail } from '../../../jobs-view/job-thumbnail.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { VisibilityMenu } from './visibility-menu.tsx'

type RowVideo = Pick<Draft, 'id' | 'title' | 'thumbnail_url' | 'visibility' | 'duration' | 'views' | 'created_at'>

export interface RowSelection {
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  /** On a phone the check box is folded until somebody wants to select. */
  foldedClass: string
}

interface VideoRowProps {
  video: RowVideo
  /** Its page, where the title leads. */
  to: string
  canWatch: boolean
  /** Names the row, and describes its buttons. */
  titleId: string
  selection: RowSelection
  state: ReactNode
  actions: ReactNode
  /** Under the row. */
  children?: ReactNode
}

/** One of the user's own videos: a card on a phone, a row on larger screens. */
export const VideoRow = ({ video, to, canWatch, titleId, selection, state, actions, children }: VideoRowProps) => (
  <li
    aria-labelledby={titleId}
    className="relative grid grid-cols-[128px_minmax(0,1fr)] gap-3 bg-surface p-3 max-md:rounded-surface max-md:border max-md:border-line md:grid-cols-[20px_144px_minmax(0,1fr)_200px] md:gap-x-4 md:gap-y-1.5 md:bg-transparent md:px-4 md:py-4 lg:grid-cols-[20px_160px_minmax(0,1fr)_116px_232px]"
  >
    <div
      className={classNames(
        'max-md:absolute max-md:top-3 max-md:left-3 max-md:z-10 max-md:p-1.5 md:col-start-1 md:row-start-1 md:-mt-1.5',
        selection.foldedClass,
      )}
    >
      <Checkbox
        label={<span className="sr-only">Select {video.title}</span>}
        checked={selection.isSelected}
        onCheckedChange={selection.onSelect}
      />
    </div>
    <div aria-hidden="true" className="col-start-1 row-start-1 md:col-start-2 md:row-span-3 lg:row-span-2">
      <Picture video={video} canWatch={canWatch} />
    </div>
    <div className="col-start-2 row-start-1 flex min-w-0 flex-col gap-0.5 md:col-start-3">
      <h3 id={titleId} className="min-w-0 font-medium">
        <Link to={to} className="line-clamp-2 break-words hover:underline">
          {video.title}
        </Link>
      </h3>
      <Facts video={video} />
    </div>
    <div className="col-start-1 row-start-2 md:col-start-3 lg:col-start-4 lg:row-start-1">
      <VisibilityMenu video={video} titleId={titleId} />
    </div>
    <div className="col-start-2 row-start-2 min-w-0 self-center md:col-start-4 md:row-span-2 md:row-start-1 md:self-start lg:col-start-5">
      {state}
    </div>
    <div className="col-span-2 row-start-3 min-w-0 md:col-start-3 lg:row-start-2 lg:self-end">{actions}</div>
    <div className="col-span-full min-w-0 empty:hidden md:col-start-2">{children}</div>
  </li>
)

/** Only for the eye: 'Watch' leads to the same place, and the facts say the duration. */
const Picture = ({ video, canWatch }: Pick<VideoRowProps, 'video' | 'canWatch'>) =>
  canWatch ? (
    <Link to={`/video/${video.id}`} tabIndex={-1} className="block">
      <JobThumbnail job={video} />
    </Link>
  ) : (
    <JobThumbnail job={video} />
  )

const Facts = ({ video }: { video: RowVideo }) => (
  <p className="flex flex-wrap items-center gap-x-2 text-12 text-muted tabular-nums">
    <time dateTime={video.created_at} title={formatMoment(video.created_at)}>
      {formatRelativeDate(video.created_at)}
    </time>
    {typeof video.duration === 'number' && <span className="sr-only">Duration {formatDuration(video.duration)}</span>}
    {video.views > 0 && (
      <>
        <span aria-hidden="true">·</span>
        <span>{formatCount(video.views, 'view')}</span>
      </>
    )}
  </p>
)
