import type { AdminJobSort } from '@video-forge/contract/rules/admin-rules'
import { type JobStatus, jobStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { type Narrowing, readNarrowing } from '../../../jobs-view/narrowing.ts'
import { NarrowingFields } from '../../../jobs-view/narrowing-fields.tsx'
import { statusLabels } from '../../../jobs-view/status-labels.ts'
import { Choice } from '../../../ui/forms/choice.tsx'
import { FoldedFilters } from '../../../ui/forms/folded-filters.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'

/** What the list of everybody's jobs shows, and in which order. */
export interface WantedJobs {
  search: string
  status: JobStatus | 'ACTIVE' | ''
  sort: AdminJobSort
  narrowing: Narrowing
}

export const allJobs: WantedJobs = { search: '', status: '', sort: 'newest', narrowing: {} }

const sorts: readonly { name: string; value: AdminJobSort }[] = [
  { name: 'Newest', value: 'newest' },
  { name: 'Oldest', value: 'oldest' },
  { name: 'Status A-Z', value: 'status' },
]
const statuses: readonly { name: string; value: WantedJobs['status'] }[] = [
  { name: 'All statuses', value: '' },
  { name: 'Active', value: 'ACTIVE' },
  ...jobStatuses.map((status) => ({ name: statusLabels[status].name, value: status })),
]

interface JobControlsProps {
  wanted: WantedJobs
  onChange: (change: Partial<WantedJobs>) => void
}

/** A search, filters and the sort order. On a phone all but the search are folded. */
export function JobControls({ wanted: { search, status, sort, narrowing }, onChange }: JobControlsProps) {
  const activeCount = [status, ...Object.values(narrowing), sort === 'newest' ? '' : sort].filter(Boolean).length
  const narrow = (name: keyof Narrowing, value: string) => {
    const values = { ...narrowing, [name]: value.trim() }
    onChange({ narrowing: readNarrowing((each) => values[each]) })
  }
  return (
    <div className="flex flex-wrap items-end gap-x-2 gap-y-3">
      <SearchField
        label="Search title, source, user or id"
        value={search}
        onChange={(text) => onChange({ search: text })}
        className="max-md:min-w-0 max-md:flex-1 md:w-66"
      />
      <FoldedFilters activeCount={activeCount}>
        <Choice
          label="Status"
          className="w-full md:w-34"
          value={status}
          options={statuses}
          onChange={(value) => onChange({ status: value })}
        />
        <NarrowingFields narrowing={narrowing} onNarrow={narrow} />
        <Choice label="Sort" className="w-full md:w-32" value={sort} options={sorts} onChange={(value) => onChange({ sort: value })} />
      </FoldedFilters>
    </div>
  )
}
