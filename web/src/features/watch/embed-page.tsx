import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { readEmbedOptions } from './embed/embed-options.ts'
import { EmbeddedPlaylist } from './embed/embedded-playlist.tsx'
import { EmbeddedVideo } from './embed/embedded-video.tsx'

/** Only a player, for a frame on another site: for one video, or for a playlist. */
export function EmbedPage() {
  const { id = '', listId } = useParams()
  const [search] = useSearchParams()
  const options = useMemo(() => readEmbedOptions(search), [search])
  if (listId) return <EmbeddedPlaylist id={listId} options={options} />
  return <EmbeddedVideo id={id} link={search.get('link') ?? undefined} options={options} />
}
