import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/document-title.ts'
import { isLocked } from '../../videos-view/video-access.ts'
import { isUnknown, useVideo } from '../../videos-view/video-query.ts'
import { titleOf } from '../../videos-view/video-title.ts'
import { readEmbedOptions } from './embed/embed-options.ts'
import { LoadingOverlay } from './loading-overlay.tsx'
import { LockedVideo } from './password/locked-video.tsx'
import { EmbedPlayer } from './player/embed-player.tsx'
import { EmbedTitle } from './player/embed-title.tsx'
import { ProcessingFrame } from './processing-frame.tsx'
import { useCanWatch } from './use-can-watch.ts'
import { VideoMissing } from './video-missing.tsx'

/** Only a player, for a frame on another site. */
export function EmbedPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const link = search.get('link') ?? undefined
  const options = useMemo(() => readEmbedOptions(search), [search])
  const { data: video, error, isPending, refetch } = useVideo(id, link)
  const { canWatch, hasWaited } = useCanWatch(video)
  useDocumentTitle(video ? titleOf(video) : 'Video')

  if (isPending) {
    return (
      <Frame>
        <LoadingOverlay />
      </Frame>
    )
  }
  if (isUnknown(error)) {
    return (
      <Frame isCentred>
        <VideoMissing error={error} />
      </Frame>
    )
  }
  if (isLocked(error)) {
    return (
      <Frame color={options.color}>
        <LockedVideo id={id} link={link} onUnlocked={() => void refetch()} />
      </Frame>
    )
  }
  if (!video) {
    return (
      <Frame isCentred>
        <div role="alert" className="flex flex-col items-center gap-4 p-4 text-center">
          <h1 className="font-semibold text-16">{error?.message}</h1>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      </Frame>
    )
  }
  return (
    <Frame color={options.color}>
      {canWatch ? (
        <EmbedPlayer video={video} link={link} {...options} startsByItself={hasWaited || options.startsByItself} />
      ) : (
        <>
          <ProcessingFrame video={video} />
          <div className="absolute inset-x-0 top-0 flex p-2">
            <EmbedTitle video={video} link={link} />
          </div>
        </>
      )}
    </Frame>
  )
}

interface FrameProps {
  isCentred?: boolean
  /** Of what has been played. */
  color?: string | undefined
  children: ReactNode
}

/** Fills the frame, dark in both themes. base.css hides the page's scrollbar. */
const Frame = ({ isCentred = false, color, children }: FrameProps) => (
  <main
    data-fills-frame=""
    style={color ? ({ '--color-ember': color } as CSSProperties) : undefined}
    className={`scheme-dark fixed inset-0 flex flex-col overflow-hidden bg-stage text-on-stage ${isCentred ? 'items-center justify-center' : ''}`}
  >
    {children}
  </main>
)
