import type { Playlist } from '@video-forge/contract/playlists'
import { Film } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../format/count.ts'
import { Badge } from '../ui/feedback/badge.tsx'
import { playlistPath } from './playlist-paths.ts'
import { visibilityNames } from './visibility-names.ts'

interface PlaylistGridProps {
  playlists: readonly Playlist[]
  /** The level of the headings around it, plus one. */
  heading: 'h2' | 'h3'
}

export const PlaylistGrid = ({ playlists, heading }: PlaylistGridProps) => (
  <ul
    aria-label="Playlists"
    className="grid grid-cols-1 gap-x-5 gap-y-8 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4 min-[87.5rem]:grid-cols-5"
  >
    {playlists.map((playlist) => (
      <PlaylistCard key={playlist.id} playlist={playlist} heading={heading} />
    ))}
  </ul>
)

/** The link in the title covers the whole card. */
function PlaylistCard({ playlist, heading: Heading }: { playlist: Playlist; heading: 'h2' | 'h3' }) {
  const [broken, setBroken] = useState<string>()
  const picture = playlist.thumbnailUrl !== broken ? playlist.thumbnailUrl : null
  return (
    <li className="group relative flex flex-col gap-3 rounded-surface outline-offset-4 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ember">
      <div className="relative aspect-video overflow-hidden rounded-surface bg-sunken forced-colors:border">
        {picture ? (
          <img
            src={picture}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setBroken(picture)}
            className="absolute inset-0 size-full object-cover"
          />
        ) : (
          <Film aria-hidden="true" className="absolute inset-0 m-auto size-6 text-muted" />
        )}
        <span className="absolute right-2 bottom-2 flex items-center gap-1.5 rounded-[6px] bg-stage/85 px-1.5 py-0.5 font-medium text-12 text-on-stage tabular-nums forced-colors:border">
          <Film aria-hidden="true" className="size-3.5" />
          {formatCount(playlist.videoCount, 'video')}
        </span>
      </div>
      <div className="flex min-w-0 flex-col items-start gap-1">
        <Heading className="wrap-anywhere font-medium text-14">
          <Link
            to={playlistPath(playlist)}
            className="line-clamp-2 min-h-6 outline-none after:absolute after:inset-0 after:rounded-surface group-hover:underline"
          >
            {playlist.title}
          </Link>
        </Heading>
        {playlist.description && <p className="wrap-anywhere line-clamp-2 text-13 text-muted">{playlist.description}</p>}
        {playlist.canEdit && <Badge>{visibilityNames[playlist.visibility]}</Badge>}
      </div>
    </li>
  )
}
