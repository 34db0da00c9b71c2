import { SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { hasFilter, type JobFilter, type JobStats, jobFilters } from '../../../jobs-view/job-filters.ts'
import type { JobSort } from '../../../jobs-view/job-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FilterChips } from '../../../ui/forms/filter-chips.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { usePhoneFold } from '../../../ui/use-phone-fold.ts'
import { jobSorts, type Narrowing } from './job-list-params.ts'

interface JobListControlsProps {
  stats: JobStats | undefined
  filter: JobFilter
  sort: JobSort
  onFilter: (filter: JobFilter) => void
  onSort: (sort: string) => void
  narrowing: Narrowing
  onNarrow: (name: keyof Narrowing, value: string) => void
}

/** A search, the visibility, a tag, days, the sort order, and chips that count and filter. On a phone all but the search are folded. */
export function JobListControls({ stats, filter, sort, onFilter, onSort, narrowing, onNarrow }: JobListControlsProps) {
  const { button, panelId, foldedClass } = usePhoneFold()
  const { q = '', visibility = '', tag = '', after = '', before = '' } = narrowing
  const activeCount = [filter.param, visibility, tag, after, before, sort === 'newest' ? undefined : sort].filter(Boolean).length
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 max-md:gap-x-2">
      <Search search={q} onSearch={(text) => onNarrow('q', text)} />
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
          className="w-full md:w-32"
          value={visibility}
          options={[
            { name: 'All', value: '' },
            { name: 'Public', value: 'public' },
            { name: 'Private', value: 'private' },
          ]}
          onChange={(value) => onNarrow('visibility', value)}
        />
        <Typed label="Tag" className="w-full md:w-36" maxLength={200} value={tag} onTyped={(value) => onNarrow('tag', value)} />
        <Typed label="Made from" className="w-full md:w-40" type="date" value={after} onTyped={(value) => onNarrow('after', value)} />
        <Typed label="Made before" className="w-full md:w-40" type="date" value={before} onTyped={(value) => onNarrow('before', value)} />
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

/** The text of a field whose value is in the address. */
function useTyped(value: string, onTyped: (text: string) => void) {
  const [text, setText] = useState(value)
  const typed = useDebounced(text, typingMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed changes the address
  useEffect(() => {
    if (typed.trim() !== value) onTyped(typed)
  }, [typed])
  // "Show all" empties the address.
  useEffect(() => {
    if (value === '') setText('')
  }, [value])
  return [text, setText] as const
}

interface TypedProps extends Pick<ComponentProps<'input'>, 'type' | 'maxLength'> {
  label: string
  className: string
  value: string
  onTyped: (text: string) => void
}

function Typed({ label, className, value, onTyped, ...input }: TypedProps) {
  const [text, setText] = useTyped(value, onTyped)
  return (
    <Field label={label} className={className}>
      {(control) => <TextInput {...input} {...control} value={text} onChange={(event) => setText(event.target.value)} />}
    </Field>
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
