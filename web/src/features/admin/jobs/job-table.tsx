import type { AdminJob } from '@video-forge/contract/admin/admin-jobs'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { Ban, ScanSearch, Trash2 } from 'lucide-react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatMoment } from '../../../format/dates.ts'
import { StatusBadge } from '../../../jobs-view/status-badge.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { RowMenu } from '../row-menu.tsx'

export interface JobRowActions {
  /** Called with the button that opened the menu, which gets the focus back. */
  onDetails: (job: AdminJob, button: HTMLElement | null) => void
  onCancel: (job: AdminJob) => void
  onDelete: (job: AdminJob, button: HTMLElement | null) => void
}

interface JobTableProps extends JobRowActions {
  jobs: readonly AdminJob[]
  isSelected: (id: string) => boolean
  onSelect: (id: string, isSelected: boolean) => void
}

export function JobTable({ jobs, isSelected, onSelect, ...actions }: JobTableProps) {
  const columns: Column<AdminJob>[] = [
    {
      name: 'Select',
      cell: (job) => (
        <Checkbox
          label={<span className="sr-only">Select {job.title}</span>}
          checked={isSelected(job.id)}
          onCheckedChange={(isOn) => onSelect(job.id, isOn)}
        />
      ),
    },
    ...dataColumns,
    { name: 'Actions', numeric: true, cell: (job) => <JobMenu job={job} {...actions} /> },
  ]
  return <Table caption="Jobs" columns={columns} rows={jobs} rowKey={({ id }) => id} />
}

const dataColumns: Column<AdminJob>[] = [
  { name: 'Job', cell: (job) => <JobName job={job} /> },
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
  { name: 'Status', wide: true, cell: (job) => <JobStatus job={job} /> },
  { name: 'Files', numeric: true, wide: true, cell: (job) => job.asset_count },
  { name: 'Size', numeric: true, wide: true, cell: (job) => <span className="whitespace-nowrap">{formatBytes(job.bytes)}</span> },
  {
    name: 'Created',
    wide: true,
    cell: (job) => (
      <time dateTime={job.created_at} className="whitespace-nowrap text-13 text-muted tabular-nums">
        {formatMoment(job.created_at)}
      </time>
    ),
  },
]

/** On a phone it also carries what the hidden columns show. */
const JobName = ({ job }: { job: AdminJob }) => (
  <div className="flex min-w-40 max-w-72 flex-col py-1.5">
    <span className="truncate font-medium">{job.title}</span>
    <span className="truncate text-12 text-muted">{job.source_name}</span>
    <span className="truncate text-12 text-muted sm:hidden">by {job.username}</span>
    <div className="mt-1 sm:hidden">
      <JobStatus job={job} />
    </div>
  </div>
)

const JobStatus = ({ job }: { job: AdminJob }) => (
  <div className="flex items-center gap-2 whitespace-nowrap">
    <StatusBadge status={job.status} />
    {isActive(job.status) && <span className="text-12 text-muted tabular-nums">{Math.round(job.progress)} %</span>}
  </div>
)

const JobMenu = ({ job, onDetails, onCancel, onDelete }: JobRowActions & { job: AdminJob }) => (
  <RowMenu
    name={job.title}
    items={[
      { name: 'Details', icon: ScanSearch, onSelect: (button) => onDetails(job, button) },
      ...(isActive(job.status) ? [{ name: 'Cancel', icon: Ban, onSelect: () => onCancel(job) }] : []),
      { name: 'Delete', icon: Trash2, onSelect: (button) => onDelete(job, button) },
    ]}
  />
)
