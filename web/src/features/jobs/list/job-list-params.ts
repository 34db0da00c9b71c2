import { useSearchParams } from 'react-router'
import { filterOf, type JobFilter } from '../../../jobs-view/job-filters.ts'
import type { JobSort } from '../../../jobs-view/job-queries.ts'
import { type Narrowing, readNarrowing } from '../../../jobs-view/narrowing.ts'

export const jobSorts: readonly { name: string; value: JobSort }[] = [
  { name: 'Newest', value: 'newest' },
  { name: 'Oldest', value: 'oldest' },
  { name: 'Status A-Z', value: 'status' },
  { name: 'Progress High-Low', value: 'progress' },
]

/** What leaves videos out, beside the status. */
export interface SearchedNarrowing extends Narrowing {
  q?: string
}

function narrowingIn(params: URLSearchParams): SearchedNarrowing {
  const q = params.get('q')
  return { ...(q && { q }), ...readNarrowing((name) => params.get(name)) }
}

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
    narrowing: narrowingIn(params),
    narrow: (name: keyof SearchedNarrowing, value: string) => set(name, value.trim() || undefined),
    showAll: () => setParams({}),
    chooseSort: (value: JobSort) => set('sort', value === 'newest' ? undefined : value),
  }
}
