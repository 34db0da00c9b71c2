import type { VideoDetails } from '@video-forge/contract/gallery'
import { Ban, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTimeSpan } from '../../format/time-span.ts'
import { Progress } from '../../ui/feedback/progress.tsx'
import { titleOf } from '../../videos-view/video-title.ts'

/** A video whose job was cancelled has nothing to watch either, but it did not fail. */
export const isCancelled = ({ status, jobStatus }: VideoDetails): boolean => status === 'failed' && jobStatus === 'CANCELLED'

const shownStatus = (video: VideoDetails): VideoDetails['status'] | 'cancelled' => (isCancelled(video) ? 'cancelled' : video.status)

/** Why nothing happens; undefined while something does. */
function idleReason(video: VideoDetails): string | undefined {
  if (isCancelled(video)) return 'The work on it was cancelled, so there is nothing to watch.'
  if (video.status === 'failed') return 'The work on it failed, so there is nothing to watch.'
  if (video.processing) return undefined
  return video.startSource
    ? 'Browsers cannot play this kind of file as it is, and the work on it has not been started.'
    : 'The work on it has not been started yet.'
}

/** What stands in the place of the player as long as there is nothing to play. */
export function ProcessingFrame({ video, action }: { video: VideoDetails; action?: ReactNode }) {
  const { processing } = video
  const status = shownStatus(video)
  const idle = idleReason(video)
  const Icon = status === 'cancelled' ? Ban : status === 'failed' ? CircleX : Hourglass
  return (
    <div className="scheme-dark flex size-full flex-col items-center justify-center gap-4 p-6 text-center text-on-stage">
      <Icon aria-hidden="true" className="size-8 opacity-80 max-sm:size-6" />
      <div className="flex max-w-md flex-col gap-1">
        {/* The whole is read out when it changes its status, not with every percent. */}
        <div role="status">
          <p className="font-semibold text-16">Video is processing</p>
          <p className="text-14 opacity-80">Status: {status}</p>
        </div>
        {idle && <p className="text-14 opacity-80">{idle}</p>}
      </div>
      {!idle && (
        <div className="flex w-full max-w-sm flex-col gap-1.5">
          <Progress label={`Progress of ${titleOf(video)}`} value={processing?.progress ?? 0} />
          <div className="flex justify-between gap-4 text-12 opacity-80 tabular-nums">
            <span>{[`${Math.round(processing?.progress ?? 0)}%`, processing?.stage].filter(Boolean).join(' · ')}</span>
            {processing && processing.etaSeconds !== null && <span>{formatTimeSpan(processing.etaSeconds)} left</span>}
          </div>
          <p className="pt-2 text-13 opacity-80 max-sm:hidden">It starts by itself as soon as it can be watched.</p>
        </div>
      )}
      {action}
    </div>
  )
}
