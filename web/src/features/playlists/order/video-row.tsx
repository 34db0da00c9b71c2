import type { Video } from '@video-forge/contract/gallery'
import type { PlaylistDetails } from '@video-forge/contract/playlists'
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, ChevronDown, GripVertical, Trash2 } from 'lucide-react'
import type { KeyboardEventHandler, PointerEventHandler } from 'react'
import { Link } from 'react-router'
import { formatRelativeDate } from '../../../format/dates.ts'
import { inPlaylist } from '../../../playlists-view/playlist-paths.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { CardOwnerLink } from '../../../videos-view/card/card-links.tsx'
import { CardPicture } from '../../../videos-view/card/card-picture.tsx'
import { titleOf } from '../../../videos-view/video-title.ts'
import { viewsOf } from '../../../videos-view/video-views.ts'
import { handleId } from './handle-id.ts'

interface VideoRowProps {
  video: Video
  playlist: PlaylistDetails
  index: number
  isDragged: boolean
  onPointerDown: PointerEventHandler
  onKeyDown: KeyboardEventHandler
  onMove: (to: number) => void
  onRemove: () => void
}

/** One video of a playlist. The link in its title covers the row, its controls are above it. */
export function VideoRow({ video, playlist, index, isDragged, onPointerDown, onKeyDown, onMove, onRemove }: VideoRowProps) {
  const { canEdit, id, videoIds } = playlist
  const last = videoIds.length - 1
  return (
    <li
      data-video={video.id}
      className={classNames(
        'group relative flex items-center gap-2 rounded-surface py-2 outline-offset-2 has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-ember sm:gap-3',
        isDragged && 'bg-sunken shadow-raised',
      )}
    >
      {canEdit && (
        <button
          type="button"
          id={handleId(video.id)}
          aria-label={`Move ${titleOf(video)}: use the arrow keys, or drag`}
          onPointerDown={onPointerDown}
          onKeyDown={onKeyDown}
          className="relative z-10 flex h-11 w-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-hover active:cursor-grabbing pointer-coarse:w-11"
        >
          <GripVertical aria-hidden="true" className="size-5" />
        </button>
      )}
      <span className="hidden w-8 shrink-0 text-right text-13 text-muted tabular-nums sm:block">{index + 1}</span>
      <div className="w-28 shrink-0 sm:w-40">
        <CardPicture video={video} isMoving={false} isFirst={index < 6} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <h2 className="wrap-anywhere font-medium text-14">
          <Link
            to={inPlaylist(video.id, id)}
            className="line-clamp-2 min-h-6 outline-none after:absolute after:inset-0 after:rounded-surface group-hover:underline"
          >
            {titleOf(video)}
          </Link>
        </h2>
        <CardOwnerLink owner={video.owner} className="min-h-6" />
        <p className="text-12 text-muted tabular-nums">
          {[viewsOf(video), formatRelativeDate(video.createdAt)].filter((fact) => fact !== undefined).join(' · ')}
        </p>
        {(video.visibility === 'private' || video.hasPassword) && <Badge>{video.hasPassword ? 'Password' : 'Private'}</Badge>}
      </div>
      {canEdit && (
        <div className="relative z-10 shrink-0 has-data-[state=open]:z-20">
          <Menu
            trigger={
              <Button kind="quiet" size="icon" aria-label={`Actions for ${titleOf(video)}`}>
                <ChevronDown aria-hidden="true" className="size-5" />
              </Button>
            }
            items={[
              ...(index > 0
                ? [
                    { name: 'Move up', icon: ArrowUp, onSelect: () => onMove(index - 1) },
                    { name: 'Move to the top', icon: ArrowUpToLine, onSelect: () => onMove(0) },
                  ]
                : []),
              ...(index < last
                ? [
                    { name: 'Move down', icon: ArrowDown, onSelect: () => onMove(index + 1) },
                    { name: 'Move to the end', icon: ArrowDownToLine, onSelect: () => onMove(last) },
                  ]
                : []),
              { name: 'Remove from playlist', icon: Trash2, onSelect: onRemove },
            ]}
          />
        </div>
      )}
    </li>
  )
}
