import { useSearchParams } from 'react-router'

export const filters = ['All Videos', 'Public Only'] as const
export type Filter = (typeof filters)[number]

/** Filter and search are in the URL, so that links, reloads and the back button show the same videos. */
export function useGalleryParams() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | undefined, replace: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace },
    )
  const filter: Filter = params.get('visibility') === 'public' ? 'Public Only' : 'All Videos'
  return {
    filter,
    search: params.get('q')?.trim() ?? '',
    chooseFilter: (next: Filter) => set('visibility', next === 'Public Only' ? 'public' : undefined, false),
    /** Replaces the history entry, so that the back button does not step through every typed word. */
    searchFor: (text: string) => set('q', text, true),
  }
}
