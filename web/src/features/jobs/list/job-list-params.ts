import { useSearchParams } from 'react-router'
import { filterOf, type JobFilter } from '../../../jobs-view/job-filters.ts'
import type { JobSort } from '../../../jobs-view/job-queries.ts'

export const jobSorts: readonly { name: string; value: JobSort }[] = [
  { name: 'Newest', value: 'newest' },
  { name: 'Oldest', value: 'oldest' },
  { name: 'Status A-Z', value: 'status' },
  { name: 'Progress High-Low', value: 'progress' },
]

const visibilities = ['public', 'private'] as const

/** Filter and sort are in the URL, so that links, reloads and the back button show the same list. */
export function useJobListParams() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (value === undefined) next.delete(name)
      else next.set(name, value)
      return next
    })
  const sort = jobSorts.find(({ value }) => value === params.get('sort'))?.value ?? 'newest'
  return {
    filter: filterOf(params.get('status')),
    sort,
    chooseFilter: (filter: JobFilter) => set('status', filter.param),
    search: params.get('q') ?? '',
    visibility: visibilities.find((each) => each === params.get('visibility')),
    chooseSearch: (text: string) => set('q', text.trim() || undefined),
    chooseVisibility: (value: string) => set('visibility', value || undefined),
    showAll: () => setParams({}),
    chooseSort: (value: string) => set('sort', value === 'newest' ? undefined : value),
  }
}
