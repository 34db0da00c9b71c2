import { hasFilter, type JobFilter, type JobStats, jobFilters } from '../../../jobs-view/job-filters.ts'
import type { JobSort } from '../../../jobs-view/job-queries.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FilterChips } from '../../../ui/forms/filter-chips.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { jobSorts } from './job-list-params.ts'

interface JobListControlsProps {
  stats: JobStats | undefined
  filter: JobFilter
  sort: JobSort
  onFilter: (filter: JobFilter) => void
  onSort: (sort: string) => void
}

/** Chips that count and filter, and the sort order. */
export const JobListControls = ({ stats, filter, sort, onFilter, onSort }: JobListControlsProps) => (
  <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
    <FilterChips
      chips={jobFilters
        .filter((each) => each === filter || hasFilter(each, stats))
        .map((each) => ({
          name: each.name,
          count: stats ? each.count(stats) : null,
          isChosen: each === filter,
          onChoose: () => onFilter(each),
        }))}
    />
    <Field label="Sort" className="w-full sm:w-48">
      {(control) => (
        <Select {...control} value={sort} onChange={(event) => onSort(event.target.value)}>
          {jobSorts.map(({ name, value }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </div>
)
