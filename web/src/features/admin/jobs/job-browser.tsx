import type { AdminJobSort } from '@video-forge/contract/rules/admin-rules'
import { type JobStatus, jobStatuses } from '@video-forge/contract/rules/job-lifecycle'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../format/count.ts'
import { statusLabels } from '../../../jobs-view/status-labels.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useAdminJobs } from '../admin-queries.ts'
import { Pager } from '../pager.tsx'
import { QueryView } from '../query-view.tsx'
import { SearchField } from '../search-field.tsx'
import { useCursorPages } from '../use-cursor-pages.ts'
import { type JobRowActions, JobTable } from './job-table.tsx'

type Filter = JobStatus | 'ACTIVE' | ''

const sorts: Record<AdminJobSort, string> = { newest: 'Newest', oldest: 'Oldest', status: 'Status A-Z' }
const filters: [Filter, string][] = [
  ['', 'All statuses'],
  ['ACTIVE', 'Active'],
  ...jobStatuses.map((status): [Filter, string] => [status, statusLabels[status].name]),
]

interface JobBrowserProps extends JobRowActions {
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Everybody's jobs: searched, filtered, sorted, page by page. */
export function JobBrowser({ chosen, onChoose, ...acts }: JobBrowserProps) {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<Filter>('')
  const [sort, setSort] = useState<AdminJobSort>('newest')
  const { page, cursor, goTo, restart } = useCursorPages()
  const settled = useDebounced(search.trim(), 300)
  const jobs = useAdminJobs({
    limit: limits.adminRecentJobs,
    ...(sort !== 'newest' && { sort }),
    ...(settled && { search: settled }),
    ...(status && { status }),
    ...(cursor && { cursor }),
  })
  const fresh =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      restart()
      onChoose(new Set())
      set(value)
    }

  return (
    <section aria-label="All jobs" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchField label="Search title, source, user or id" value={search} onChange={fresh(setSearch)} />
        <Select
          aria-label="Status"
          className="w-full sm:w-44"
          value={status}
          onChange={(event) => fresh(setStatus)(filterOf(event.target.value))}
        >
          {filters.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
        <Select aria-label="Sort" className="w-full sm:w-44" value={sort} onChange={(event) => fresh(setSort)(sortOf(event.target.value))}>
          {Object.entries(sorts).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <QueryView query={jobs} failed={sentences.adminFailed} skeleton="h-96">
        {(data) =>
          data.jobs.length === 0 ? (
            <EmptyState
              icon={Clapperboard}
              title="No jobs here"
              text="Nothing fits the search and the filter, or nobody has made a job yet."
            />
          ) : (
            <div className="flex min-w-0 flex-col gap-3">
              <JobTable jobs={data.jobs} chosen={chosen} onChoose={onChoose} {...acts} />
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

const filterOf = (value: string): Filter => filters.find(([each]) => each === value)?.[0] ?? ''
const sortOf = (value: string): AdminJobSort => (value === 'oldest' || value === 'status' ? value : 'newest')
