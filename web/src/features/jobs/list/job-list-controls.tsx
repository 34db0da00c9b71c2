import { hasFilter, type JobFilter, type JobStats, jobFilters } from '../../../jobs-view/job-filters.ts'
import type { JobSort } from '../../../jobs-view/job-queries.ts'
import { NarrowingFields } from '../../../jobs-view/narrowing-fields.tsx'
import { Choice } from '../../../ui/forms/choice.tsx'
import { FilterChips } from '../../../ui/forms/filter-chips.tsx'
import { FoldedFilters } from '../../../ui/forms/folded-filters.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { useTyped } from '../../../ui/forms/use-typed.ts'
import { jobSorts, type SearchedNarrowing } from './job-list-params.ts'

interface JobListControlsProps {
  stats: JobStats | undefined
  filter: JobFilter
  sort: JobSort
  onFilter: (filter: JobFilter) => void
  onSort: (sort: JobSort) => void
  narrowing: SearchedNarrowing
  onNarrow: (name: keyof SearchedNarrowing, value: string) => void
}

/** A search, the visibility, a tag, days, the sort order, and chips that count and filter. On a phone all but the search are folded. */
export function JobListControls({ stats, filter, sort, onFilter, onSort, narrowing, onNarrow }: JobListControlsProps) {
  const { q = '', ...fields } = narrowing
  const activeCount = [filter.param, ...Object.values(fields), sort === 'newest' ? undefined : sort].filter(Boolean).length
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 max-md:gap-x-2">
      <Search search={q} onSearch={(text) => onNarrow('q', text)} />
      <FoldedFilters activeCount={activeCount}>
        <NarrowingFields narrowing={fields} onNarrow={onNarrow} />
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
      </FoldedFilters>
    </div>
  )
}

function Search({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useTyped(search, onSearch)
  return (
    <SearchField
      label="Search title, description or tag"
      value={text}
      onChange={setText}
      className="max-md:min-w-0 max-md:flex-1 md:w-72"
    />
  )
}
