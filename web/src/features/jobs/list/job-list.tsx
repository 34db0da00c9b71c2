import type { Draft, Job } from '@video-forge/contract/jobs'
import { type RefObject, useRef, useState } from 'react'
import { BulkBar } from '../../../bulk-view/bulk-bar.tsx'
import type { BulkTarget } from '../../../bulk-view/bulk-dialog.tsx'
import { useBulkSelection } from '../../../bulk-view/use-bulk-selection.ts'
import type { BulkTasks } from '../../../bulk-view/use-bulk-tasks.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { usePhoneFold } from '../../../ui/use-phone-fold.ts'
import { DeleteJobDialog } from '../dialogs/delete-job-dialog.tsx'
import { useVideoDialogs } from '../dialogs/use-video-dialogs.tsx'
import { DraftItem } from './draft-item.tsx'
import { JobItem } from './job-item.tsx'

interface JobListProps {
  drafts: readonly Draft[]
  jobs: readonly Job[]
  /** On all pages. */
  total: number
  /** Names all of them. */
  filter: NonNullable<BulkTarget['filter']>
  bulk: BulkTasks
  /** Gets the focus when what had it is gone. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** Drafts wait for their owner, so they come first. */
export function JobList({ drafts, jobs, total, filter, bulk, heading }: JobListProps) {
  const [toDelete, setToDelete] = useState<Draft | Job>()
  const returnFocus = useRef<HTMLElement>(null)
  const dialogs = useVideoDialogs(heading)
  const shown = [...drafts, ...jobs]
  const { selection, ...selecting } = useBulkSelection(shown, total)
  const fold = usePhoneFold()
  // What is selected is always shown.
  const foldedClass = selection.count > 0 ? '' : fold.foldedClass
  const target = selection.isEverything ? { filter } : { ids: [...selection.ids] }
  const rowOf = (video: Draft | Job) => ({
    dialogs,
    selection: {
      isSelected: selecting.isSelected(video.id),
      onSelect: (isSelected: boolean) => selecting.select(video.id, isSelected),
      foldedClass,
    },
    onDelete: () => {
      returnFocus.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      setToDelete(video)
    },
  })

  return (
    <section aria-labelledby="list-heading" className="md:rounded-surface md:border md:border-line md:bg-surface">
      <h2 id="list-heading" ref={heading} tabIndex={-1} className="sr-only">
        Videos
      </h2>
      <BulkBar
        selection={selection}
        shownCount={shown.length}
        total={total}
        onSelectShown={selecting.selectShown}
        onSelectEverything={selecting.selectEverything}
        onClear={selecting.clear}
        onChoose={(choice, pressed) => bulk.ask({ choice, target, count: selection.count }, pressed)}
        fold={{
          className: foldedClass,
          button: (
            <Button
              {...fold.button}
              kind="quiet"
              size="small"
              className={classNames(fold.button.className, 'ml-auto')}
              onClick={() => {
                // What cannot be seen must not be changed.
                selecting.clear()
                fold.button.onClick()
              }}
            >
              {fold.isOpen ? 'Done' : 'Select'}
            </Button>
          ),
        }}
      />
      <ul id={fold.panelId} className="flex flex-col gap-3 md:gap-0 md:divide-y md:divide-line">
        {drafts.map((draft) => (
          <DraftItem key={draft.id} draft={draft} {...rowOf(draft)} />
        ))}
        {jobs.map((job) => (
          <JobItem key={job.id} job={job} {...rowOf(job)} />
        ))}
      </ul>
      {dialogs.element}
      <DeleteJobDialog
        video={toDelete}
        returnFocusTo={returnFocus}
        onClose={() => setToDelete(undefined)}
        onDeleted={() => {
          returnFocus.current = heading.current
        }}
      />
    </section>
  )
}
