import { watchLaterId, watchLaterTitle } from '@video-forge/contract/rules/playlist-rules'
import { Clapperboard } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { PlaylistGrid } from '../../playlists-view/playlist-grid.tsx'
import { playlistPath } from '../../playlists-view/playlist-paths.ts'
import { takesWatchLater, useOwnPlaylists } from '../../playlists-view/playlist-queries.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { onDemand } from '../../ui/overlays/on-demand.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

const PlaylistDialog = onDemand(async () => (await import('../../playlists-view/playlist-dialog.tsx')).PlaylistDialog)

/** A person's own playlists. */
export function PlaylistsPage() {
  const list = useOwnPlaylists()
  const navigate = useNavigate()
  const [isNew, setNew] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <PageHeading
        title="Your playlists"
        subtitle="Videos in your own order, for you or for everyone."
        actions={
          <div className="flex flex-wrap gap-2">
            {takesWatchLater(list.data?.pages) && <ButtonLink to={`/playlist/${watchLaterId}`}>{watchLaterTitle}</ButtonLink>}
            <ButtonLink to="/history">History</ButtonLink>
            <Button ref={button} kind="primary" onClick={() => setNew(true)}>
              New playlist
            </Button>
          </div>
        }
      />
      <QueryView query={list} failed="Your playlists could not be loaded" skeleton="h-80">
        {({ pages }) => {
          const playlists = pages.flatMap((page) => page.playlists)
          if (playlists.length === 0) {
            return (
              <EmptyState
                icon={Clapperboard}
                title="No playlists yet"
                text="Create one here, or save a video with the button on its page."
              />
            )
          }
          return (
            <div className="flex flex-col items-center gap-8 *:first:w-full">
              <PlaylistGrid playlists={playlists} heading="h2" />
              {list.hasNextPage && (
                <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  Show more
                </Button>
              )}
            </div>
          )
        }}
      </QueryView>
      <PlaylistDialog
        open={isNew}
        onOpenChange={setNew}
        returnFocusTo={button}
        onSaved={(playlist) => void navigate(playlistPath(playlist))}
      />
    </>
  )
}
