import type { AdminJob } from '@video-forge/contract/admin/admin-jobs'
import { isActive } from '@video-forge/contract/rules/job-lifecycle'
import { Ban, MoreHorizontal, ScanSearch, Trash2 } from 'lucide-react'
import { formatBytes } from '../../../format/bytes.ts'
import { StatusBadge } from '../../../jobs-view/status-badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

export interface JobRowActions {
  /** With the button it was chosen at, which gets the focus back. */
  onLook: (job: AdminJob, button: HTMLElement | null) => void
  onCancel: (job: AdminJob) => void
  onDelete: (job: AdminJob, button: HTMLElement | null) => void
}

interface JobTableProps extends JobRowActions {
  jobs: readonly AdminJob[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

export function JobTable({ jobs, chosen, onChoose, onLook, onCancel, onDelete }: JobTableProps) {
  const turn = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  const columns: Column<AdminJob>[] = [
    {
      name: 'Select',
      cell: (job) =>
        job.status === 'FAILED' && (
          <Checkbox
            label={<span className="sr-only">Select {job.title}</span>}
            checked={chosen.has(job.id)}
            onCheckedChange={(on) => turn(job.id, on)}
          />
        ),
    },
    {
      name: 'Job',
      cell: (job) => (
        <div className="flex min-w-40 max-w-72 flex-col py-1.5">
          <span className="truncate font-medium">{job.title}</span>
          <span className="truncate text-12 text-muted">{job.source_name}</span>
          <span className="truncate text-12 text-muted sm:hidden">by {job.username}</span>
          <div className="mt-1 sm:hidden">
            <State job={job} />
          </div>
        </div>
      ),
    },
    {
      name: 'User',
      wide: true,
      cell: (job) => (
        <div className="flex max-w-56 flex-col">
          <span className="truncate">{job.username}</span>
          <span className="truncate text-12 text-muted">{job.user_email}</span>
        </div>
      ),
    },
    { name: 'Status', wide: true, cell: (job) => <State job={job} /> },
    { name: 'Files', numeric: true, wide: true, cell: (job) => job.asset_count },
    { name: 'Size', numeric: true, wide: true, cell: (job) => <span className="whitespace-nowrap">{formatBytes(job.bytes)}</span> },
    { name: 'Made', wide: true, cell: (job) => <Moment iso={job.created_at} /> },
    {
      name: 'Actions',
      numeric: true,
      cell: (job) => (
        <Menu
          trigger={
            <button type="button" aria-label={`Actions for ${job.title}`} className={buttonClass('quiet', 'icon')}>
              <MoreHorizontal aria-hidden="true" className="size-4" />
            </button>
          }
          items={[
            { name: 'Look into it', icon: ScanSearch, onSelect: (button) => onLook(job, button) },
            ...(isActive(job.status) ? [{ name: 'Cancel', icon: Ban, onSelect: () => onCancel(job) }] : []),
            { name: 'Delete', icon: Trash2, onSelect: (button) => onDelete(job, button) },
          ]}
        />
      ),
    },
  ]
  return <Table caption="Jobs" columns={columns} rows={jobs} rowKey={({ id }) => id} />
}

const State = ({ job }: { job: AdminJob }) => (
  <div className="flex items-center gap-2 whitespace-nowrap">
    <StatusBadge status={job.status} />
    {isActive(job.status) && <span className="text-12 text-muted tabular-nums">{Math.round(job.progress)} %</span>}
  </div>
)

const Moment = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className="whitespace-nowrap text-13 text-muted tabular-nums">
    {new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
  </time>
)
