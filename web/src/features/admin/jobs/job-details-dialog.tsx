import type { AdminJob, JobDetails } from '@video-forge/contract/admin/admin-jobs'
import { sentences } from '@video-forge/contract/sentences'
import type { ReactNode, RefObject } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatClockTime } from '../../../format/clock-time.ts'
import { formatTimeSpan } from '../../../format/time-span.ts'
import { StatusBadge } from '../../../jobs-view/status-badge.tsx'
import { formatName, statusLabels } from '../../../jobs-view/status-labels.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useJobDetails } from '../admin-queries.ts'

interface JobDetailsDialogProps {
  /** The job to show; without one the dialog is closed. */
  job: AdminJob | undefined
  returnFocusTo: RefObject<HTMLElement | null>
  onClose: () => void
}

/** All that is known of one job. */
export function JobDetailsDialog({ job, returnFocusTo, onClose }: JobDetailsDialogProps) {
  const details = useJobDetails(job?.id)
  return (
    <Dialog
      open={job !== undefined}
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      title={job?.title ?? ''}
      description={job ? `By ${job.username}, from ${job.source_name}` : ''}
    >
      <QueryView query={details} failed={sentences.adminFailed} skeleton="h-80">
        {(data) => (
          <div className="flex min-w-0 flex-col gap-5">
            <Facts {...data} />
            {data.job.error_text && <p className="text-13 text-bad">{data.job.error_text}</p>}
            <Section title="Plan">
              <PlanList plan={data.plan} />
            </Section>
            <Section title="Timeline">
              <Timeline timeline={data.timeline} />
            </Section>
            <Section title="End of the log">
              <LogEnd log={data.log} />
            </Section>
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex min-w-0 flex-col gap-2 border-line border-t pt-4">
    <h3 className="font-medium">{title}</h3>
    {children}
  </section>
)

const Facts = ({ job, worker }: JobDetails) => (
  <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-1 text-13">
    <dt className="text-muted">Status</dt>
    <dd>
      <StatusBadge status={job.status} />
    </dd>
    <dt className="text-muted">Attempts</dt>
    <dd className="tabular-nums">{job.attempts}</dd>
    {worker && (
      <>
        <dt className="text-muted">Worker</dt>
        <dd className="break-words">{worker}</dd>
      </>
    )}
    <dt className="text-muted">Files</dt>
    <dd className="tabular-nums">
      {job.asset_count}, {formatBytes(job.bytes)}
    </dd>
    <dt className="text-muted">Id</dt>
    <dd className="break-all text-12">{job.id}</dd>
  </dl>
)

function PlanList({ plan }: Pick<JobDetails, 'plan'>) {
  if (!plan) return <p className="text-13 text-muted">The source has not been analysed yet.</p>
  return (
    <ul className="flex flex-col gap-2 text-13">
      {plan.formats.map(({ format, action, reason, resolution }) => (
        <li key={format} className="flex flex-col gap-0.5">
          <span className="flex items-center gap-2">
            <span className="font-medium">{formatName(format)}</span>
            <Badge tone={action === 'skip' ? 'warn' : 'neutral'}>{action}</Badge>
            {resolution && <span className="text-muted tabular-nums">{resolution}</span>}
          </span>
          <span className="text-12 text-muted">{reason}</span>
        </li>
      ))}
    </ul>
  )
}

const Timeline = ({ timeline }: Pick<JobDetails, 'timeline'>) => (
  <ol className="flex flex-col gap-1 text-13">
    {timeline.map(({ at, attempt, status, stage, seconds }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the timeline of a job only grows at its end
      <li key={index} className="grid grid-cols-[72px_1fr_auto] gap-2">
        <time dateTime={at} className="text-12 text-muted tabular-nums leading-5">
          {formatClockTime(Date.parse(at))}
        </time>
        <span>
          {stage ?? statusLabels[status].name}
          {attempt > 1 && <span className="text-muted"> (attempt {attempt})</span>}
        </span>
        <span className="text-muted tabular-nums">{seconds === null ? '' : seconds < 1 ? '< 1 s' : formatTimeSpan(seconds)}</span>
      </li>
    ))}
  </ol>
)

function LogEnd({ log }: Pick<JobDetails, 'log'>) {
  if (log.length === 0) return <p className="text-13 text-muted">The log is empty.</p>
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-control bg-sunken p-3 text-12"
    >
      {log.map(({ line }) => line).join('\n')}
    </pre>
  )
}
