import { tagKey } from '@video-forge/contract/text/tags'
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

/** What leaves videos out, beside the status. Days are like 2026-01-31. */
export interface Narrowing {
  q?: string
  visibility?: (typeof visibilities)[number]
  tag?: string
  after?: string
  before?: string
}

function narrowingIn(params: URLSearchParams): Narrowing {
  const q = params.get('q')
  const visibility = visibilities.find((each) => each === params.get('visibility'))
  // The API refuses what is no tag.
  const tag = params.get('tag') ?? ''
  const [after, before] = [dayIn(params.get('after')), dayIn(params.get('before'))]
  return {
    ...(q && { q }),
    ...(visibility && { visibility }),
    ...(tagKey(tag) !== '' && { tag }),
    ...(after && { after }),
    ...(before && { before }),
  }
}

const dayIn = (text: string | null): string | undefined => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)

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
    narrow: (name: keyof Narrowing, value: string) => set(name, value.trim() || undefined),
    showAll: () => setParams({}),
    chooseSort: (value: string) => set('sort', value === 'newest' ? undefined : value),
  }
}
