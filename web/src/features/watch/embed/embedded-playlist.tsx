import { useQuery } from '@tanstack/react-query'
import { SkipBack, SkipForward } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { LoadingOverlay } from '../loading-overlay.tsx'
import { controlClass } from '../player/controls/control-button.tsx'
import type { EmbedOptions } from './embed-options.ts'
import { EmbeddedVideo, Frame } from './embedded-video.tsx'

/** A playlist in a frame on another site: one video after the other. */
export function EmbeddedPlaylist({ id, options }: { id: string; options: EmbedOptions }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['playlists', 'embedded', id],
    queryFn: async ({ signal }) =>
      (await call('GET /playlists/{id}', { params: { id }, query: { embedded: 'true' } }, { signal })).playlist,
  })
  useDocumentTitle(data?.title ?? 'Playlist')
  if (isPending) {
    return (
      <Frame>
        <LoadingOverlay />
      </Frame>
    )
  }
  if (data && data.videoIds.length > 0) return <PlayedInTurn ids={data.videoIds} options={options} />
  return (
    <Frame isCentred>
      <div role="alert" className="flex flex-col items-center gap-4 p-4 text-center">
        <h1 className="font-semibold text-16">{error?.message ?? 'There is nothing to watch in this playlist now.'}</h1>
        {error && <Button onClick={() => void refetch()}>Try again</Button>}
      </div>
    </Frame>
  )
}

/** `loop` in the address repeats the whole list. */
function PlayedInTurn({ ids, options }: { ids: readonly string[]; options: EmbedOptions }) {
  const [{ index, isChosen }, setPlace] = useState({ index: 0, isChosen: false })
  const { length } = ids
  const show = useCallback((next: number) => setPlace({ index: next, isChosen: true }), [])
  const following = index + 1 < length ? index + 1 : options.loops ? 0 : undefined
  const onEnded = useCallback(() => following !== undefined && show(following), [following, show])
  const ofOne = useMemo(
    () => ({ ...options, loops: options.loops && length === 1, startsByItself: options.startsByItself || isChosen }),
    [options, length, isChosen],
  )
  return (
    <EmbeddedVideo
      key={ids[index]}
      id={ids[index] ?? ''}
      link={undefined}
      options={ofOne}
      onEnded={onEnded}
      beside={
        <nav aria-label="Playlist" className="flex items-center rounded-control bg-stage/85">
          <Step name="Previous video" icon={SkipBack} isDisabled={index === 0} onClick={() => show(index - 1)} />
          <span className="whitespace-nowrap text-12 tabular-nums">
            {index + 1} <span aria-hidden="true">/</span>
            <span className="sr-only">of</span> {length}
          </span>
          <Step name="Next video" icon={SkipForward} isDisabled={index === length - 1} onClick={() => show(index + 1)} />
        </nav>
      }
    />
  )
}

interface StepProps {
  name: string
  icon: typeof SkipBack
  isDisabled: boolean
  onClick: () => void
}

const Step = ({ name, icon: Icon, isDisabled, onClick }: StepProps) => (
  <button
    type="button"
    aria-label={name}
    disabled={isDisabled}
    onClick={onClick}
    className={classNames(controlClass, 'disabled:opacity-40')}
  >
    <Icon aria-hidden="true" className="size-4" />
  </button>
)
