import type { PlaylistDetails } from '@video-forge/contract/playlists'
import { watchLaterId } from '@video-forge/contract/rules/playlist-rules'
import { Clapperboard } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { formatCount } from '../../format/count.ts'
import { usePlaylist } from '../../playlists-view/playlist-queries.ts'
import { visibilityNames } from '../../playlists-view/visibility-names.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { MissingPage } from '../../ui/feedback/missing-page.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { personPath } from '../../videos-view/person-path.ts'
import { OrderedVideos } from './order/ordered-videos.tsx'
import { PlaylistActions } from './playlist-actions.tsx'

/** One playlist. `watch-later` in the address stands for a person's own. */
export function PlaylistPage() {
  const { id = '' } = useParams()
  const query = usePlaylist(id)
  if (query.error instanceof ApiError && query.error.isNotFound) {
    return (
      <MissingPage
        title="Playlist not found"
        text={query.error.message}
        action={
          <ButtonLink to="/gallery" kind="primary">
            Browse videos
          </ButtonLink>
        }
      />
    )
  }
  return (
    <>
      {!query.data && <h1 className="sr-only">Playlist</h1>}
      <QueryView query={query} failed="The playlist could not be loaded" skeleton="h-80">
        {(playlist) => <ShownPlaylist key={playlist.id} playlist={playlist} cacheId={id} />}
      </QueryView>
    </>
  )
}

/** `cacheId` is how the address names it. */
function ShownPlaylist({ playlist, cacheId }: { playlist: PlaylistDetails; cacheId: string }) {
  const { owner, canEdit, videoCount, visibility, title, description } = playlist
  const isLater = playlist.kind === watchLaterId
  return (
    <div className="flex flex-col gap-6">
      <PageHeading title={title} actions={<PlaylistActions playlist={playlist} />} />
      <div className="-mt-4 flex flex-col gap-2 text-muted">
        <p className="flex flex-wrap items-center gap-x-2">
          {owner && (
            <Link to={personPath(owner.username)} className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
              {owner.name}
            </Link>
          )}
          {owner && <span aria-hidden="true">·</span>}
          <span>{formatCount(videoCount, 'video')}</span>
          {canEdit && <span aria-hidden="true">·</span>}
          {canEdit && <span>{visibilityNames[visibility]}</span>}
        </p>
        {isLater && (
          <p>
            Only you see it. One switch is for it and your history, under{' '}
            <Link to="/history" className="underline">
              History
            </Link>
            .
          </p>
        )}
        {description && <p className="wrap-anywhere max-w-prose whitespace-pre-line">{description}</p>}
      </div>
      {videoCount === 0 ? (
        <EmptyState
          icon={Clapperboard}
          title="No videos yet"
          text={
            canEdit ? 'Save a video with the button on its page, or in the gallery.' : 'There is nothing to watch in this playlist now.'
          }
          action={<ButtonLink to="/gallery">Browse videos</ButtonLink>}
        />
      ) : (
        <OrderedVideos playlist={playlist} cacheId={cacheId} />
      )}
    </div>
  )
}
