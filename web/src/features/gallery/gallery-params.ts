import { type GallerySort, gallerySorts } from '@video-forge/contract/rules/gallery-sorts'
import { useSearchParams } from 'react-router'

export const filters = ['All Videos', 'Public Only'] as const
export type Filter = (typeof filters)[number]

/** Seconds: from `min`, and shorter than `max`. */
export const lengths = {
  short: { name: 'Under 4 minutes', min: undefined, max: 240 },
  medium: { name: '4 to 20 minutes', min: 240, max: 1200 },
  long: { name: 'Over 20 minutes', min: 1200, max: undefined },
} as const
export type Length = keyof typeof lengths

const isLength = (text: string): text is Length => Object.hasOwn(lengths, text)
const isSort = (text: string): text is GallerySort => gallerySorts.some((sort) => sort === text)

const filterNames = ['length', 'tag', 'owner'] as const

/** Search, order and filters are in the URL, so that links, reloads and the back button show the same videos. */
export function useGalleryParams() {
  const [params, setParams] = useSearchParams()
  const set = (changes: Record<string, string | undefined>, replace = false) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace },
    )
  const filter: Filter = params.get('visibility') === 'public' ? 'Public Only' : 'All Videos'
  const sort = params.get('sort') ?? ''
  const length = params.get('length') ?? ''
  return {
    filter,
    search: params.get('q')?.trim() ?? '',
    sort: isSort(sort) ? sort : 'newest',
    length: isLength(length) ? length : undefined,
    tag: params.get('tag')?.trim() || undefined,
    owner: params.get('owner')?.trim() || undefined,
    chooseFilter: (next: Filter) => set({ visibility: next === 'Public Only' ? 'public' : undefined }),
    chooseSort: (next: string) => set({ sort: next === 'newest' ? undefined : next }),
    /** Without a value, the filter is removed. */
    filterBy: (name: (typeof filterNames)[number], value: string | undefined) => set({ [name]: value }),
    clearFilters: () => set(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
    /** Replaces the history entry, so that the back button does not step through every typed word. */
    searchFor: (text: string) => set({ q: text }, true),
  }
}

export type GalleryParams = ReturnType<typeof useGalleryParams>
