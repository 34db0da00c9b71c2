import { hasFilter, type JobFilter, type JobStats, jobFilters } from '../../../jobs-view/job-filters.ts'
import type { JobSort } from '../../../jobs-view/job-queries.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Field } from '../../../ui/forms/field.tsx'
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
    <fieldset
      aria-label="Filter"
      className="flex min-w-0 gap-2 max-sm:-mx-4 max-sm:w-[calc(100%+32px)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap"
    >
      {jobFilters
        .filter((each) => each === filter || hasFilter(each, stats))
        .map((each) => (
          <button
            key={each.name}
            type="button"
            aria-pressed={each === filter}
            onClick={() => onFilter(each)}
            className={classNames(
              'inline-flex h-8 shrink-0 items-center gap-2 rounded-full border px-3 font-medium text-13 transition-colors pointer-coarse:h-10',
              each === filter
                ? 'border-inverse bg-inverse text-on-inverse forced-colors:system-selected'
                : 'border-line bg-surface text-muted hover:border-control hover:text-ink',
            )}
          >
            {each.name} <span className="min-w-2 text-12 tabular-nums">{stats ? each.count(stats) : '–'}</span>
          </button>
        ))}
    </fieldset>
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
