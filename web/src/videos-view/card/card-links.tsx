import type { Video } from '@video-forge/contract/gallery'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import { personPath } from '../person-path.ts'
import { titleOf } from '../video-title.ts'

/** Covers the whole card, so that the title alone names the link. Its own box is tall enough for a finger, too. */
export const CardTitleLink = ({ video, children }: { video: Video; children?: ReactNode }) => (
  <Link
    to={`/video/${video.id}`}
    className="line-clamp-2 min-h-6 outline-none after:absolute after:inset-0 after:rounded-surface group-hover:underline"
  >
    {children ?? titleOf(video)}
  </Link>
)

interface CardOwnerLinkProps {
  owner: Video['owner']
  /** Its height and margins. */
  className: string
}

/** Above the link of the title. */
export const CardOwnerLink = ({ owner, className }: CardOwnerLinkProps) =>
  owner && (
    <Link
      to={personPath(owner.username)}
      className={classNames(
        'relative z-10 inline-flex max-w-full items-center self-start text-13 text-muted hover:text-ink hover:underline',
        className,
      )}
    >
      <span className="truncate">{owner.name}</span>
    </Link>
  )
