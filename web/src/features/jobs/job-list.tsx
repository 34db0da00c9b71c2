import type { Job } from '@video-forge/contract/jobs'
import { canBeDeleted } from '@video-forge/contract/rules/job-lifecycle'
import { useRef, useState } from 'react'
import { formatCount } from '../../format/count.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DeleteJobsDialog } from './delete-jobs-dialog.tsx'
import { JobItem } from './job-item.tsx'

/** The rows, and what can be done with several of them at once. */
export function JobList({ jobs, total }: { jobs: readonly Job[]; total: number }) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [toDelete, setToDelete] = useState<readonly Job[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const returnFocus = useRef<HTMLElement>(null)

  const selectable = jobs.filter(({ status }) => canBeDeleted(status))
  const selected = selectable.filter(({ id }) => selectedIds.has(id))
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selectedIds)
    if (isSelected) next.add(id)
    else next.delete(id)
    setSelectedIds(next)
  }
  const askToDelete = (candidates: readonly Job[]) => {
    returnFocus.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setToDelete(candidates)
  }

  return (
    <section aria-labelledby="list-heading" className="rounded-surface border border-line bg-surface">
      <h2 id="list-heading" ref={heading} tabIndex={-1} className="sr-only">
        Videos
      </h2>
      <SelectionBar
        selectedCount={selected.length}
        selectableCount={selectable.length}
        total={total}
        onSelectAll={(isOn) => setSelectedIds(new Set(isOn ? selectable.map(({ id }) => id) : []))}
        onDelete={() => askToDelete(selected)}
      />
      <ul className="divide-y divide-line">
        {jobs.map((job) => (
          <JobItem
            key={job.id}
            job={job}
            selected={selectedIds.has(job.id) && canBeDeleted(job.status)}
            onSelect={(isSelected) => select(job.id, isSelected)}
            onDelete={() => askToDelete([job])}
          />
        ))}
      </ul>
      <DeleteJobsDialog
        jobs={toDelete}
        returnFocusTo={returnFocus}
        onClose={() => setToDelete([])}
        onDeleted={() => {
          setSelectedIds(new Set())
          returnFocus.current = heading.current
        }}
      />
    </section>
  )
}

interface SelectionBarProps {
  selectedCount: number
  selectableCount: number
  total: number
  onSelectAll: (isOn: boolean) => void
  onDelete: () => void
}

const SelectionBar = ({ selectedCount, selectableCount, total, onSelectAll, onDelete }: SelectionBarProps) => (
  <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5">
    <Checkbox
      label={<span className="text-13">Select all</span>}
      checked={selectedCount > 0 && selectedCount === selectableCount}
      disabled={selectableCount === 0}
      onCheckedChange={onSelectAll}
    />
    <span className="ml-auto text-13 text-muted tabular-nums">
      {selectedCount > 0 ? `${selectedCount} selected` : formatCount(total, 'video')}
    </span>
    {selectedCount > 0 && (
      <Button size="small" onClick={onDelete}>
        Delete selected
      </Button>
    )}
  </div>
)
