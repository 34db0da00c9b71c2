import type { Job } from '@video-forge/contract/jobs'
import { formatTimeSpan } from '../format/time-span.ts'
import { Progress } from '../ui/feedback/progress.tsx'
import { formatName } from './status-labels.ts'

/** The progress of a running job, with percent and time left. */
export const JobProgress = ({ job }: { job: Job }) => (
  <div className="flex flex-col gap-1.5">
    <Progress label={`Progress of ${job.title}`} value={job.progress} />
    <div className="flex justify-between gap-4 text-12 text-muted tabular-nums">
      <span>{Math.round(job.progress)}%</span>
      {job.eta_seconds !== null && <span>{formatTimeSpan(job.eta_seconds)} left</span>}
    </div>
  </div>
)

/** One bar per output format. */
export const RenditionBars = ({ job }: { job: Job }) => (
  <ul className="flex flex-col gap-2.5">
    {job.renditions.map(({ format, progress }) => (
      <li key={format} className="grid grid-cols-[48px_1fr_40px] items-center gap-3 text-12 text-muted tabular-nums">
        <span className="font-medium text-ink">{formatName(format)}</span>
        <Progress label={`${formatName(format)} of ${job.title}`} value={progress} done={progress >= 100} />
        <span className="text-right">{Math.round(progress)}%</span>
      </li>
    ))}
  </ul>
)
