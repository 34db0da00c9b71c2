import type { CSSProperties, ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { isLocked } from '../../../videos-view/video-access.ts'
import { isUnknown, useVideo } from '../../../videos-view/video-query.ts'
import { titleOf } from '../../../videos-view/video-title.ts'
import { LoadingOverlay } from '../loading-overlay.tsx'
import { LockedVideo } from '../password/locked-video.tsx'
import { EmbedPlayer } from '../player/embed-player.tsx'
import { EmbedTitle } from '../player/embed-title.tsx'
import { ProcessingFrame } from '../processing-frame.tsx'
import { useCanWatch } from '../use-can-watch.ts'
import { VideoMissing } from '../video-missing.tsx'
import type { EmbedOptions } from './embed-options.ts'

interface EmbeddedVideoProps {
  id: string
  link: string | undefined
  options: EmbedOptions
  /** At the top right, in every state. */
  beside?: ReactNode
  /** Must be stable. */
  onEnded?: (() => void) | undefined
}

/** One video that fills a frame on another site. */
export function EmbeddedVideo({ id, link, options, beside, onEnded }: EmbeddedVideoProps) {
  const { data: video, error, isPending, refetch } = useVideo(id, link)
  const { canWatch, hasWaited } = useCanWatch(video)
  useDocumentTitle(video ? titleOf(video) : 'Video')
  const corner = beside && <div className="absolute top-0 right-0 z-10 p-2">{beside}</div>

  if (isPending) {
    return (
      <Frame>
        <LoadingOverlay />
        {corner}
      </Frame>
    )
  }
  if (isUnknown(error)) {
    return (
      <Frame isCentred>
        <VideoMissing error={error} />
        {corner}
      </Frame>
    )
  }
  if (isLocked(error)) {
    return (
      <Frame color={options.color}>
        <LockedVideo id={id} link={link} onUnlocked={() => void refetch()} />
        {corner}
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
        {corner}
      </Frame>
    )
  }
  return (
    <Frame color={options.color}>
      {canWatch ? (
        <EmbedPlayer
          video={video}
          link={link}
          {...options}
          startsByItself={hasWaited || options.startsByItself}
          beside={beside}
          onEnded={onEnded}
        />
      ) : (
        <>
          <ProcessingFrame video={video} />
          <div className="absolute inset-x-0 top-0 flex p-2">
            <EmbedTitle video={video} link={link} />
          </div>
          {corner}
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
export const Frame = ({ isCentred = false, color, children }: FrameProps) => (
  <main
    data-fills-frame=""
    style={color ? ({ '--color-ember': color } as CSSProperties) : undefined}
    className={`scheme-dark fixed inset-0 flex flex-col overflow-hidden bg-stage text-on-stage ${isCentred ? 'items-center justify-center' : ''}`}
  >
    {children}
  </main>
)
