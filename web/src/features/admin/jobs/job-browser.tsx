import type { AdminJob } from '@video-forge/contract/admin/admin-jobs'
import type { AdminJobSort } from '@video-forge/contract/rules/admin-rules'
import { isReplacement, type JobStatus, jobStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { BulkBar } from '../../../bulk-view/bulk-bar.tsx'
import { useBulkSelection } from '../../../bulk-view/use-bulk-selection.ts'
import type { BulkTasks } from '../../../bulk-view/use-bulk-tasks.tsx'
import { formatCount } from '../../../format/count.ts'
import { statusLabels } from '../../../jobs-view/status-labels.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useAdminJobs } from '../admin-queries.ts'
import { OptionSelect } from '../option-select.tsx'
import { Pager } from '../pager.tsx'
import { useCursorPages } from '../use-cursor-pages.ts'
import { type JobRowActions, JobTable } from './job-table.tsx'

type Filter = JobStatus | 'ACTIVE' | ''

const sorts: readonly [AdminJobSort, string][] = [
  ['newest', 'Newest'],
  ['oldest', 'Oldest'],
  ['status', 'Status A-Z'],
]
const filters: readonly [Filter, string][] = [
  ['', 'All statuses'],
  ['ACTIVE', 'Active'],
  ...jobStatuses.map((status): [Filter, string] => [status, statusLabels[status].name]),
]

/** A file that was not replaced is not kept, so there is nothing to restart. */
const canRestart = (job: AdminJob): boolean => job.status === 'FAILED' && !isReplacement(job)

interface JobBrowserProps extends JobRowActions {
  /** Called with the selected jobs that can be restarted. */
  onSelect: (restartable: ReadonlySet<string>) => void
  bulk: BulkTasks
}

/** Everybody's jobs: searched, filtered, sorted, page by page. */
export function JobBrowser({ onSelect, bulk, ...actions }: JobBrowserProps) {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<Filter>('')
  const [sort, setSort] = useState<AdminJobSort>('newest')
  const { page, cursor, goTo, restart } = useCursorPages()
  const searched = useDebounced(search.trim(), 300)
  const jobs = useAdminJobs({
    limit: limits.adminRecentJobs,
    ...(sort !== 'newest' && { sort }),
    ...(searched && { search: searched }),
    ...(status && { status }),
    ...(cursor && { cursor }),
  })
  const shown = jobs.data?.jobs ?? []
  const { selection, ...selecting } = useBulkSelection(shown, jobs.data?.total ?? 0, (ids) =>
    onSelect(new Set(shown.filter((job) => ids.has(job.id) && canRestart(job)).map(({ id }) => id))),
  )
  const filter = { everyone: true, ...(searched && { search: searched }), ...(status && { status }) }
  const target = selection.isEverything ? { filter } : { ids: [...selection.ids] }
  /** Another list starts on its first page with nothing selected. */
  const withFreshList =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      restart()
      selecting.clear()
      set(value)
    }

  return (
    <section aria-label="All jobs" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchField label="Search title, source, user or id" value={search} onChange={withFreshList(setSearch)} />
        <OptionSelect label="Status" options={filters} value={status} onChange={withFreshList(setStatus)} />
        <OptionSelect label="Sort" options={sorts} value={sort} onChange={withFreshList(setSort)} />
      </div>
      <QueryView query={jobs} failed={sentences.adminFailed} skeleton="h-96">
        {(data) =>
          data.jobs.length === 0 ? (
            <EmptyState
              icon={Clapperboard}
              title="No jobs found"
              text="No job matches the search and the filter, or there are no jobs yet."
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
