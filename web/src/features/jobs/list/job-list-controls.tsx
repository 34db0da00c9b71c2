import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { hasFilter, type JobFilter, type JobStats, jobFilters } from '../../../jobs-view/job-filters.ts'
import type { JobSort } from '../../../jobs-view/job-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FilterChips } from '../../../ui/forms/filter-chips.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { usePhoneFold } from '../../../ui/use-phone-fold.ts'
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

/** A search, the visibility, the sort order, and chips that count and filter. On a phone all but the search are folded. */
export function JobListControls({
  stats,
  filter,
  sort,
  onFilter,
  onSort,
  search,
  visibility,
  onSearch,
  onVisibility,
}: JobListControlsProps) {
  const { button, panelId, foldedClass } = usePhoneFold()
  const activeCount = [filter.param, visibility, sort === 'newest' ? undefined : sort].filter(Boolean).length
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 max-md:gap-x-2">
      <Search search={search} onSearch={onSearch} />
      <Button {...button}>
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filter{' '}
        {activeCount > 0 && (
          <span className="tabular-nums">
            {activeCount} <span className="sr-only">active</span>
          </span>
        )}
      </Button>
      <div id={panelId} className={classNames('md:contents max-md:flex max-md:w-full max-md:flex-col max-md:gap-3', foldedClass)}>
        <Choice
          label="Visibility"
          className="w-full md:w-40"
          value={visibility ?? ''}
          options={[
            { name: 'All', value: '' },
            { name: 'Public', value: 'public' },
            { name: 'Private', value: 'private' },
          ]}
          onChange={onVisibility}
        />
        <Choice label="Sort" className="w-full md:ml-auto md:w-48" value={sort} options={jobSorts} onChange={onSort} />
        <div className="w-full min-w-0">
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
        </div>
      </div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  className: string
  value: string
  options: readonly { name: string; value: string }[]
  onChange: (value: string) => void
}

const Choice = ({ label, className, value, options, onChange }: ChoiceProps) => (
  <Field label={label} className={className}>
    {(control) => (
      <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

/** Waits until nobody types any more. */
const typingMs = 300

function Search({ search, onSearch }: Pick<JobListControlsProps, 'search' | 'onSearch'>) {
  const [text, setText] = useState(search)
  const typed = useDebounced(text, typingMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed changes the address
  useEffect(() => {
    if (typed.trim() !== search) onSearch(typed)
  }, [typed])
  return (
    <SearchField
      label="Search title, description or tag"
      value={text}
      onChange={setText}
      className="max-md:min-w-0 max-md:flex-1 md:w-72"
    />
  )
}
