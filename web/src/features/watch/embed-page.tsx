import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { readEmbedOptions } from './embed/embed-options.ts'
import { EmbeddedVideo } from './embed/embedded-video.tsx'

/** Only a player, for a frame on another site. */
export function EmbedPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const options = useMemo(() => readEmbedOptions(search), [search])
  return <EmbeddedVideo id={id} link={search.get('link') ?? undefined} options={options} />
}
