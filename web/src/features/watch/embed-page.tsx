import { isWatchable } from '@video-forge/contract/rules/video-rules'
import { type ReactNode, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/document-title.ts'
import { titleOf } from '../../videos-view/video-title.ts'
import { LoadingOverlay } from './loading-overlay.tsx'
import { EmbedPlayer } from './player/embed-player.tsx'
import { EmbedTitle } from './player/embed-title.tsx'
import { ProcessingFrame } from './processing-frame.tsx'
import { VideoMissing } from './video-missing.tsx'
import { isUnknown, useVideo } from './video-query.ts'

/** A player and nothing else, for a frame in somebody's page. */
export function EmbedPage() {
  const { id = '' } = useParams()
  const link = useSearchParams()[0].get('link') ?? undefined
  const { data: video, error, isPending, refetch } = useVideo(id, link)
  const [waited, setWaited] = useState(false)
  useDocumentTitle(video ? titleOf(video) : 'Video')
  const watchable = video !== undefined && isWatchable(video.status)
  if (video && !watchable && !waited) setWaited(true)

  if (isPending) {
    return (
      <Frame>
        <LoadingOverlay />
      </Frame>
    )
  }
  if (isUnknown(error)) {
    return (
      <Frame centred>
        <VideoMissing error={error} />
      </Frame>
    )
  }
  if (!video) {
    return (
      <Frame centred>
        <div role="alert" className="flex flex-col items-center gap-4 p-4 text-center">
          <h1 className="font-semibold text-16">{error?.message}</h1>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      </Frame>
    )
  }
  return (
    <Frame>
      {watchable ? (
        <EmbedPlayer video={video} link={link} startsByItself={waited} />
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

/** Fills the frame, dark by day and night like every stage; base.css takes the page's scrollbar away where this is. */
const Frame = ({ centred = false, children }: { centred?: boolean; children: ReactNode }) => (
  <main
    data-fills-frame=""
    className={`scheme-dark fixed inset-0 flex flex-col overflow-hidden bg-stage text-on-stage ${centred ? 'items-center justify-center' : ''}`}
  >
    {children}
  </main>
)
