import type { VideoDetails } from '@video-forge/contract/gallery'
import { formatTimeSpan } from '../../../../format/time-span.ts'

/** Says that a video that plays is still being encoded. Announced when it appears, not with every percent. */
export function EncodingLine({ video, className }: { video: VideoDetails; className: string }) {
  const { progress: job } = video
  if (!job) return null
  if (video.replacing) return video.canEdit ? <ReplacementLine job={job} className={className} /> : null
  if (job.status === 'PENDING') {
    return (
      <p role="status" className={className}>
        Waiting in the queue to be encoded. You can already watch.
      </p>
    )
  }
  const { progress, etaSeconds } = job
  return (
    <p role="status" className={className}>
      {/* Until then only the original exists. */}
      {video.status === 'uploaded' ? 'Other qualities are still being encoded' : 'Still being encoded'}
      <span aria-live="off" className="tabular-nums">
        : {Math.round(progress)}%{etaSeconds !== null && `, about ${formatTimeSpan(etaSeconds)} left`}
      </span>
      . You can already watch.
    </p>
  )
}

/** Only for who may know: viewers watch the current version as before. */
const ReplacementLine = ({ job, className }: { job: NonNullable<VideoDetails['progress']>; className: string }) => (
  <p role="status" className={className}>
    A new version is being made
    <span aria-live="off" className="tabular-nums">
      {job.status === 'PENDING' ? ', it waits in the queue' : `: ${Math.round(job.progress)}%`}
      {job.etaSeconds !== null && job.status !== 'PENDING' && `, about ${formatTimeSpan(job.etaSeconds)} left`}
    </span>
    . This one stays until then.
  </p>
)
