import type { VideoDetails } from '@video-forge/contract/gallery'
import { Ban, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTimeSpan } from '../../format/time-span.ts'
import { Progress } from '../../ui/feedback/progress.tsx'
import { titleOf } from '../../videos-view/video-title.ts'

/** A cancelled job leaves the video as failed; the page shows it as cancelled. */
export const isCancelled = ({ status, jobStatus }: VideoDetails): boolean => status === 'failed' && jobStatus === 'CANCELLED'

const shownStatus = (video: VideoDetails): VideoDetails['status'] | 'cancelled' => (isCancelled(video) ? 'cancelled' : video.status)

/** Why no progress is shown; undefined while the video is processing. */
function idleReason(video: VideoDetails): string | undefined {
  if (isCancelled(video)) return 'Processing was cancelled, so there is nothing to watch.'
  if (video.status === 'failed') return 'Processing failed, so there is nothing to watch.'
  if (video.processing) return undefined
  return video.startSource
    ? 'Browsers cannot play this file format, and processing has not been started.'
    : 'Processing has not been started yet.'
}

/** In place of the player while there is nothing to play, over a frame of the video if there is one; so dark that every text is readable. */
export function ProcessingFrame({ video, action }: { video: VideoDetails; action?: ReactNode }) {
  const { progress } = video
  const status = shownStatus(video)
  const idle = idleReason(video)
  const Icon = status === 'cancelled' ? Ban : status === 'failed' ? CircleX : Hourglass
  return (
    <div className="scheme-dark relative isolate flex size-full flex-col items-center justify-center gap-4 p-6 text-center text-on-stage">
      {video.thumbnailUrl && (
        <img src={video.thumbnailUrl} alt="" className="-z-10 absolute inset-0 size-full object-contain opacity-25 forced-colors:hidden" />
      )}
      <Icon aria-hidden="true" className="size-8 opacity-80 max-sm:size-6" />
      <div className="flex max-w-md flex-col gap-1">
        {/* Announced when the status changes, not with every percent. */}
        <div role="status">
          <p className="font-semibold text-16">Video is processing</p>
          <p className="text-14 opacity-80">Status: {status}</p>
        </div>
        {idle && <p className="text-14 opacity-80">{idle}</p>}
      </div>
      {!idle && (
        <div className="flex w-full max-w-sm flex-col gap-1.5">
          <Progress label={`Progress of ${titleOf(video)}`} value={progress?.progress ?? 0} />
          <div className="flex justify-between gap-4 text-12 opacity-80 tabular-nums">
            <span>{[`${Math.round(progress?.progress ?? 0)}%`, progress?.stage].filter(Boolean).join(' · ')}</span>
            {progress && progress.etaSeconds !== null && <span>{formatTimeSpan(progress.etaSeconds)} left</span>}
          </div>
          <p className="pt-2 text-13 opacity-80 max-sm:hidden">Playback starts by itself once it is ready.</p>
        </div>
      )}
      {action}
    </div>
  )
}
