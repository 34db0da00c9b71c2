import { useEffect, useState } from 'react'
import { hasFilter, type JobFilter, type JobStats, jobFilters } from '../../../jobs-view/job-filters.ts'
import type { JobSort } from '../../../jobs-view/job-queries.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FilterChips } from '../../../ui/forms/filter-chips.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { jobSorts } from './job-list-params.ts'

interface JobListControlsProps {
  stats: JobStats | undefined
  filter: JobFilter
  sort: JobSort
  onFilter: (filter: JobFilter) => void
  onSort: (sort: string) => void
  search: string
  visibility: string | undefined
  onSearch: (text: string) => void
  onVisibility: (visibility: string) => void
}

/** Chips that count and filter, a search, and the sort order. */
export const JobListControls = ({ stats, filter, sort, onFilter, onSort, ...narrowing }: JobListControlsProps) => (
  <div className="flex flex-col gap-4">
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
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <Narrowing {...narrowing} />
      <Field label="Sort" className="w-full sm:ml-auto sm:w-48">
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
  </div>
)

/** Waits until nobody types any more. */
const typingMs = 300

function Narrowing({
  search,
  visibility,
  onSearch,
  onVisibility,
}: Pick<JobListControlsProps, 'search' | 'visibility' | 'onSearch' | 'onVisibility'>) {
  const [text, setText] = useState(search)
  const typed = useDebounced(text, typingMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed changes the address
  useEffect(() => {
    if (typed.trim() !== search) onSearch(typed)
  }, [typed])
  return (
    <>
      <SearchField label="Search title, description or tag" value={text} onChange={setText} />
      <Field label="Visibility" className="w-full sm:w-40">
        {(control) => (
          <Select {...control} value={visibility ?? ''} onChange={(event) => onVisibility(event.target.value)}>
            <option value="">All</option>
            <option value="public">Public</option>
            <option value="private">Private</option>
          </Select>
        )}
      </Field>
    </>
  )
}
