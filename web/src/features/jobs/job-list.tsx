import type { Job } from '@video-forge/contract/jobs'
import { canBeDeleted } from '@video-forge/contract/rules/job-lifecycle'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DeleteJobsDialog } from './delete-jobs-dialog.tsx'
import { JobItem } from './job-item.tsx'

/** The rows, with what can be done to several of them at once. */
export function JobList({ jobs, total }: { jobs: readonly Job[]; total: number }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [doomed, setDoomed] = useState<readonly Job[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const returnFocus = useRef<HTMLElement>(null)

  const selectable = jobs.filter(({ status }) => canBeDeleted(status))
  const selected = selectable.filter(({ id }) => picked.has(id))
  const pick = (id: string, wanted: boolean) => {
    const next = new Set(picked)
    if (wanted) next.add(id)
    else next.delete(id)
    setPicked(next)
  }
  const ask = (candidates: readonly Job[]) => {
    returnFocus.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setDoomed(candidates)
  }

  return (
    <section aria-labelledby="list-heading" className="rounded-surface border border-line bg-surface">
      <h2 id="list-heading" ref={heading} tabIndex={-1} className="sr-only">
        Videos
      </h2>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5">
        <Checkbox
          label={<span className="text-13">Select all</span>}
          checked={selected.length > 0 && selected.length === selectable.length}
          disabled={selectable.length === 0}
          onCheckedChange={(wanted) => setPicked(new Set(wanted ? selectable.map(({ id }) => id) : []))}
        />
        <span className="ml-auto text-13 text-muted tabular-nums">
          {selected.length > 0 ? `${selected.length} selected` : total === 1 ? '1 video' : `${total} videos`}
        </span>
        {selected.length > 0 && (
          <Button size="small" onClick={() => ask(selected)}>
            Delete selected
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line">
        {jobs.map((job) => (
          <JobItem
            key={job.id}
            job={job}
            selected={picked.has(job.id) && canBeDeleted(job.status)}
            onSelect={(wanted) => pick(job.id, wanted)}
            onDelete={() => ask([job])}
          />
        ))}
      </ul>
      <DeleteJobsDialog
        jobs={doomed}
        returnFocusTo={returnFocus}
        onClose={() => setDoomed([])}
        onDeleted={() => {
          setPicked(new Set())
          returnFocus.current = heading.current
        }}
      />
    </section>
  )
}
