import type { AdminJob } from '@video-forge/contract/admin/admin-jobs'
import { isReplacement } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { BulkBar } from '../../../bulk-view/bulk-bar.tsx'
import { useBulkSelection } from '../../../bulk-view/use-bulk-selection.ts'
import type { BulkTasks } from '../../../bulk-view/use-bulk-tasks.tsx'
import { formatCount } from '../../../format/count.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useAdminJobs } from '../admin-queries.ts'
import { Pager } from '../pager.tsx'
import { useCursorPages } from '../use-cursor-pages.ts'
import { allJobs, JobControls, type WantedJobs } from './job-controls.tsx'
import { type JobRowActions, JobTable } from './job-table.tsx'

/** A file that was not replaced is not kept, so there is nothing to restart. */
const canRestart = (job: AdminJob): boolean => job.status === 'FAILED' && !isReplacement(job)

interface JobBrowserProps extends JobRowActions {
  /** Called with the selected jobs that can be restarted. */
  onSelect: (restartable: ReadonlySet<string>) => void
  bulk: BulkTasks
}

/** Everybody's jobs: searched, filtered, sorted, page by page. */
export function JobBrowser({ onSelect, bulk, ...actions }: JobBrowserProps) {
  const [wanted, setWanted] = useState(allJobs)
  const { status, sort, narrowing } = wanted
  const { page, cursor, goTo, restart } = useCursorPages()
  const searched = useDebounced(wanted.search.trim(), 300)
  const chosen = { ...(searched && { search: searched }), ...(status && { status }), ...narrowing }
  const jobs = useAdminJobs({
    limit: limits.adminRecentJobs,
    ...(sort !== 'newest' && { sort }),
    ...chosen,
    ...(cursor && { cursor }),
  })
  const shown = jobs.data?.jobs ?? []
  const { selection, ...selecting } = useBulkSelection(shown, jobs.data?.total ?? 0, (ids) =>
    onSelect(new Set(shown.filter((job) => ids.has(job.id) && canRestart(job)).map(({ id }) => id))),
  )
  const target = selection.isEverything ? { filter: { everyone: true, ...chosen } } : { ids: [...selection.ids] }
  /** Another list starts on its first page with nothing selected. */
  const change = (wish: Partial<WantedJobs>) => {
    restart()
    selecting.clear()
    setWanted((before) => ({ ...before, ...wish }))
  }

  return (
    <section aria-label="All jobs" className="flex min-w-0 flex-col gap-3">
      <JobControls wanted={wanted} onChange={change} />
      <QueryView query={jobs} failed={sentences.adminFailed} skeleton="h-96">
        {(data) =>
          data.jobs.length === 0 ? (
            <EmptyState
              icon={Clapperboard}
              title="No jobs found"
              text="No job matches the search and all the filters, or there are no jobs yet."
            />
          ) : (
            <div className="flex min-w-0 flex-col gap-3">
              <BulkBar
                selection={selection}
                shownCount={data.jobs.length}
                total={data.total}
                totalIsLeast={data.totalIsLeast}
                isAdmin
                onSelectShown={selecting.selectShown}
                onSelectEverything={selecting.selectEverything}
                onClear={selecting.clear}
                onChoose={(choice, button) => bulk.ask({ choice, target, count: selection.count }, button)}
              />
              <JobTable jobs={data.jobs} isSelected={selecting.isSelected} onSelect={selecting.select} {...actions} />
              <Pager
                label="jobs"
                page={page}
                total={`${data.totalIsLeast ? 'At least ' : ''}${formatCount(data.total, 'job')}`}
                hasNext={data.nextCursor !== null}
                onPage={(to) => goTo(to, data.nextCursor)}
              />
            </div>
          )
        }
      </QueryView>
    </section>
  )
}
