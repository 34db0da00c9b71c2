import type { Job } from '@video-forge/contract/jobs'
import { canBeDeleted } from '@video-forge/contract/rules/job-lifecycle'
import { useId, useState } from 'react'
import { JobState } from '../../jobs-view/job-state.tsx'
import { JobTitle } from '../../jobs-view/job-title.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { AssetTable } from './asset-table.tsx'
import { JobActions } from './job-actions.tsx'
import { JobDetails } from './job-details.tsx'

interface JobItemProps {
  job: Job
  selected: boolean
  onSelect: (selected: boolean) => void
  onDelete: () => void
}

export function JobItem({ job, selected, onSelect, onDelete }: JobItemProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li aria-labelledby={`${id}-title`} className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 px-4 py-4">
      <div className="-mt-1.5">
        <Checkbox
          label={<span className="sr-only">Select {job.title}</span>}
          checked={selected}
          disabled={!canBeDeleted(job.status)}
          onCheckedChange={onSelect}
        />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-x-8 gap-y-3 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,300px)_288px]">
        <div className="md:row-span-2 lg:row-span-1">
          <JobTitle job={job} id={`${id}-title`} />
        </div>
        <JobState job={job} />
        <div className="md:col-start-2 lg:col-start-3 lg:-mt-2">
          <JobActions
            job={job}
            titleId={`${id}-title`}
            onDelete={onDelete}
            assets={{ open, panelId: `${id}-assets`, onToggle: () => setOpen(!open) }}
          />
        </div>
      </div>
      <div className="col-start-2 -mb-2 min-w-0 pt-1 empty:hidden">
        <JobDetails job={job} />
      </div>
      {open && job.status === 'COMPLETED' && (
        <div id={`${id}-assets`} className="col-span-2 min-w-0 pt-3 md:col-span-1 md:col-start-2">
          <AssetTable job={job} />
        </div>
      )}
    </li>
  )
}
