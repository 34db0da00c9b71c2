import type { Job } from '@video-forge/contract/jobs'
import { showsProgress } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { formatCount } from '../format/count.ts'
import { JobProgress } from './job-progress.tsx'
import { StatusBadge } from './status-badge.tsx'

const queueText = (jobsAhead: number): string =>
  jobsAhead === 0 ? 'Next in the queue' : `${formatCount(jobsAhead, 'job')} before it in the queue`

function stageOf(job: Job): string | null {
  if (job.status === 'PENDING' && job.queue_position !== null) return queueText(job.queue_position)
  if (job.status === 'COMPLETED') return formatCount(job.asset_count, 'asset')
  return job.stage
}

/** The status, stage and progress of a job. Its height stays the same while the numbers change. */
export function JobState({ job }: { job: Job }) {
  const stage = stageOf(job)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex min-w-0 items-center gap-2.5">
        <StatusBadge status={job.status} />
        {stage && <span className="truncate text-13 text-muted">{stage}</span>}
      </div>
      {showsProgress(job.status) && <JobProgress job={job} />}
    </div>
  )
}
