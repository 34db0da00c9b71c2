import { useSearchParams } from 'react-router'

export const filters = ['All Videos', 'Public Only'] as const
export type Filter = (typeof filters)[number]

/** Filter and search live in the address of the page, so that a link, a reload and the way back show the same videos. */
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
    /** Replaces the address: the way back should not lead through every word that was typed. */
    searchFor: (text: string) => set('q', text, true),
  }
}
