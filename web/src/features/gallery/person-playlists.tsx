import { PlaylistGrid } from '../../playlists-view/playlist-grid.tsx'
import { usePersonPlaylists } from '../../playlists-view/playlist-queries.ts'
import { Button } from '../../ui/button.tsx'

/** The public playlists of a person; nothing without some. */
export function PersonPlaylists({ username }: { username: string }) {
  const list = usePersonPlaylists(username)
  const playlists = list.data?.pages.flatMap((page) => page.playlists) ?? []
  if (playlists.length === 0) return null
  return (
    <section aria-labelledby="playlists-heading" className="flex flex-col gap-4">
      <h2 id="playlists-heading" className="font-semibold text-16">
        Playlists
      </h2>
      <PlaylistGrid playlists={playlists} heading="h3" />
      {list.hasNextPage && (
        <div>
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more playlists
          </Button>
        </div>
      )}
    </section>
  )
}
