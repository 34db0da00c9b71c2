import type { Job } from '@video-forge/contract/jobs'
import { showsProgress } from '@video-forge/contract/rules/job-lifecycle'
import { JobProgress } from './job-progress.tsx'
import { StatusBadge } from './status-badge.tsx'

const inLine = (ahead: number): string =>
  ahead === 0 ? 'Next in line' : ahead === 1 ? 'One job is ahead of it' : `${ahead} jobs are ahead of it`

function stageOf(job: Job): string | null {
  if (job.status === 'PENDING' && job.queue_position !== null) return inLine(job.queue_position)
  if (job.status === 'COMPLETED') return job.asset_count === 1 ? '1 asset' : `${job.asset_count} assets`
  return job.stage
}

/** Where a job stands. It keeps its height while the numbers in it move. */
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
