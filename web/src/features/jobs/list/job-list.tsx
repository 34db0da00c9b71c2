import type { Draft, Job } from '@video-forge/contract/jobs'
import { canBeDeleted } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { useRef, useState } from 'react'
import { formatCount } from '../../../format/count.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { DeleteJobsDialog } from '../dialogs/delete-jobs-dialog.tsx'
import { useVideoDialogs } from '../dialogs/use-video-dialogs.tsx'
import { DraftItem } from './draft-item.tsx'
import { JobItem } from './job-item.tsx'
import { useSelection } from './use-selection.ts'

interface JobListProps {
  drafts: readonly Draft[]
  jobs: readonly Job[]
  /** On all pages. */
  total: number
}

/** Drafts wait for their owner, so they come first. Only jobs that are not running can be selected. */
export function JobList({ drafts, jobs, total }: JobListProps) {
  const [toDelete, setToDelete] = useState<readonly (Draft | Job)[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const returnFocus = useRef<HTMLElement>(null)
  const dialogs = useVideoDialogs(heading)
  const selection = useSelection([...drafts, ...jobs.filter(({ status }) => canBeDeleted(status))])
  const askToDelete = (candidates: readonly (Draft | Job)[]) => {
    returnFocus.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setToDelete(candidates)
  }
  const rowOf = (video: Draft | Job) => ({
    dialogs,
    selected: selection.isSelected(video.id),
    onSelect: (isSelected: boolean) => selection.select(video.id, isSelected),
    onDelete: () => askToDelete([video]),
  })

  return (
    <section aria-labelledby="list-heading" className="md:rounded-surface md:border md:border-line md:bg-surface">
      <h2 id="list-heading" ref={heading} tabIndex={-1} className="sr-only">
        Videos
      </h2>
      <SelectionBar
        selectedCount={selection.selected.length}
        selectableCount={selection.selectableCount}
        total={total}
        onSelectAll={selection.selectAll}
        onDelete={() => askToDelete(selection.selected)}
      />
      <ul className="flex flex-col gap-3 md:gap-0 md:divide-y md:divide-line">
        {drafts.map((draft) => (
          <DraftItem key={draft.id} draft={draft} {...rowOf(draft)} />
        ))}
        {jobs.map((job) => (
          <JobItem key={job.id} job={job} {...rowOf(job)} />
        ))}
      </ul>
      {dialogs.element}
      <DeleteJobsDialog
        videos={toDelete}
        returnFocusTo={returnFocus}
        onClose={() => setToDelete([])}
        onDeleted={() => {
          selection.selectAll(false)
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
  <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-1.5 md:border-line md:border-b md:px-4">
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
