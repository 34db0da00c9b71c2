import { useState } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useCursorPages } from './use-cursor-pages.ts'

/** The pages of a list that can be searched: what the call is asked for, and what the search field and the pager need. */
export function useSearchedPages(pageSize: number) {
  const [search, setSearch] = useState('')
  const { page, cursor, goTo, restart } = useCursorPages()
  const searched = useDebounced(search.trim(), 300)
  const change = (text: string) => {
    restart()
    setSearch(text)
  }
  const query = { limit: pageSize, ...(searched && { search: searched }), ...(cursor && { cursor }) }
  return { query, searched, field: { value: search, onChange: change }, page, goTo }
}
