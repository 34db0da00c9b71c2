import type { Worker } from '@video-forge/contract/admin/admin-system'
import { Server } from 'lucide-react'
import { formatAge } from '../../../format/age.ts'
import { formatBytes } from '../../../format/bytes.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { useNow } from '../use-now.ts'

export function WorkerList({ workers }: { workers: readonly Worker[] }) {
  const now = useNow()
  if (workers.length === 0) {
    return (
      <EmptyState
        icon={Server}
        title="No workers are running"
        text="Jobs wait in the queue. Start Video Forge with ROLE=worker or ROLE=all."
      />
    )
  }
  return (
    <ul className="divide-y divide-line rounded-surface border border-line bg-surface">
      {workers.map((worker) => (
        <li key={worker.id} className="grid gap-x-6 gap-y-3 px-4 py-3 lg:grid-cols-[1fr_1fr]">
          <div className="flex min-w-0 flex-col gap-1">
            <p className="break-words font-medium">
              {worker.host} <span className="font-normal text-muted">process {worker.pid}</span>
            </p>
            <p className="text-13 text-muted tabular-nums">
              Load {worker.load.toFixed(2)} on {worker.cores} cores
              {worker.diskFree !== null && `, ${formatBytes(worker.diskFree)} of disk space left`}
            </p>
            <p className="text-12 text-muted tabular-nums">
              Seen {formatAge(worker.seenAt, now)}, started {formatAge(worker.startedAt, now)}
            </p>
          </div>
          <div className="flex min-w-0 flex-col gap-2">
            <p className="text-13 text-muted tabular-nums">
              {worker.jobs.length} of {worker.concurrency} slots in use
            </p>
            {worker.jobs.map((job) => (
              <div key={job.id} className="flex min-w-0 flex-col gap-1">
                <div className="flex justify-between gap-3 text-13">
                  <span className="truncate">{job.title}</span>
                  <span className="shrink-0 text-muted tabular-nums">{Math.round(job.progress)} %</span>
                </div>
                <Progress label={`Progress of ${job.title}`} value={job.progress} />
              </div>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
