import type { VideoDetails } from '@video-forge/contract/gallery'
import { memo, useCallback, useRef, useState } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StaleNotice } from '../../ui/feedback/stale-notice.tsx'
import { onDemand } from '../../ui/overlays/on-demand.tsx'
import { parseStartTime } from '../../videos-view/start-time.ts'
import { isLocked } from '../../videos-view/video-access.ts'
import { isUnknown, useVideo } from '../../videos-view/video-query.ts'
import { VideoAbout } from './about/video-about.tsx'
import { BackButton } from './back-button.tsx'
import { MoreVideos } from './more/more-videos.tsx'
import { isPlayingOn } from './more/play-next.ts'
import { LockedVideo } from './password/locked-video.tsx'
import { PlaybackContext, usePlaybackIn } from './playback/playback-context.ts'
import { useResumePosition } from './playback/use-resume-position.ts'
import { WatchPlayer } from './player/watch-player.tsx'
import { isCancelled, ProcessingFrame } from './processing-frame.tsx'
import { TranscriptPanel } from './transcript/transcript-panel.tsx'
import { useCanWatch } from './use-can-watch.ts'
import { useLiveVideo } from './use-live-video.ts'
import { VideoMissing } from './video-missing.tsx'
import { watchLayout } from './watch-layout.ts'
import { WatchSkeleton } from './watch-skeleton.tsx'

const PlaylistPanel = onDemand(async () => (await import('./playlist/playlist-panel.tsx')).PlaylistPanel)
const StartProcessing = onDemand(async () => (await import('./start-processing.tsx')).StartProcessing, <span className="h-10" />)

export function WatchPage() {
  const { id = '' } = useParams()
  const link = useSearchParams()[0].get('link') ?? undefined
  const { data: video, error, isPending, dataUpdatedAt, refetch } = useVideo(id, link)
  const [isDeleted, setIsDeleted] = useState(false)
  const retry = () => void refetch()
  const remove = useCallback(() => setIsDeleted(true), [])

  if (isDeleted) return <Navigate to="/gallery" replace />
  if (isPending) return <WatchSkeleton />
  if (isUnknown(error)) {
    const back = (
      <ButtonLink to="/gallery" kind="primary">
        Back to Gallery
      </ButtonLink>
    )
    return <VideoMissing error={error} action={back} />
  }
  if (isLocked(error)) {
    return (
      <div className={watchLayout.page}>
        <BackButton />
        <div className="aspect-video max-h-[calc(100dvh-168px)] min-h-72 w-full rounded-surface bg-stage">
          <LockedVideo id={id} link={link} onUnlocked={retry} />
        </div>
      </div>
    )
  }
  return (
    <div className={watchLayout.page}>
      <BackButton />
      {error && video && <StaleNotice since={dataUpdatedAt} onRetry={retry} />}
      {error && !video && (
        <>
          <h1 className="sr-only">Video</h1>
          <ErrorState title={error.message} text="Try again in a moment." action={<Button onClick={retry}>Try again</Button>} />
        </>
      )}
      {video && <WatchedVideo key={video.id} video={video} link={link} onChanged={retry} onDeleted={remove} />}
    </div>
  )
}

/** Drawn again for what concerns them, not for everything that the player does. */
const [About, Transcript, More] = [memo(VideoAbout), memo(TranscriptPanel), memo(MoreVideos)]

interface WatchedVideoProps {
  video: VideoDetails
  link: string | undefined
  /** The video should be fetched again. */
  onChanged: () => void
  onDeleted: () => void
}

function WatchedVideo({ video: known, link, onChanged, onDeleted }: WatchedVideoProps) {
  const video = useLiveVideo(known, onChanged)
  const { canWatch, hasWaited } = useCanWatch(video)
  const frame = useRef<HTMLDivElement>(null)
  const { playback, onMedia } = usePlaybackIn(frame)
  const [search] = useSearchParams()
  const listId = search.get('list')
  const hasStart = parseStartTime(search.get('t')) !== undefined
  useResumePosition(playback.element, video.id, { hasStart, duration: video.duration })
  const playsOn = isPlayingOn(useLocation().state)
  return (
    <PlaybackContext value={playback}>
      <div className={watchLayout.columns}>
        <div className="flex min-w-0 flex-col gap-4">
          <div ref={frame} className="scroll-mt-20">
            {canWatch ? (
              <WatchPlayer video={video} link={link} startsByItself={hasWaited || playsOn} onMedia={onMedia} />
            ) : (
              <div className="aspect-video max-h-[calc(100dvh-168px)] min-h-56 w-full rounded-surface bg-stage">
                <ProcessingFrame video={video} action={<NextStep video={video} />} />
              </div>
            )}
          </div>
          <About video={video} link={link} onDeleted={onDeleted} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          {listId && <PlaylistPanel listId={listId} videoId={video.id} element={playback.element} open onOpenChange={stayOpen} />}
          <Transcript video={video} link={link} />
          <More video={video} isInList={listId !== null} />
        </div>
      </div>
    </PlaybackContext>
  )
}

/** It is part of the page. If its code cannot be loaded, a message says so. */
const stayOpen = () => undefined

/** What the owner can do about a video that cannot be watched. */
function NextStep({ video }: { video: VideoDetails }) {
  if (video.startSource) return <StartProcessing video={video} source={video.startSource} open onOpenChange={stayOpen} />
  if (video.status !== 'failed' || !video.hasJob) return null
  return <ButtonLink to={`/jobs/${video.id}`}>{isCancelled(video) ? 'Show details' : 'See what went wrong'}</ButtonLink>
}
