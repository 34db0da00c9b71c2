import { useSearchParams } from 'react-router'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SearchForm } from './search-form.tsx'
import { SearchResults } from './search-results.tsx'
import { useStockSearch } from './stock-query.ts'

/** The search is in the URL, so that reloads and the back button show it again. */
export function SearchPage() {
  const [params, setParams] = useSearchParams()
  const query = params.get('q')?.trim() ?? ''
  const search = useStockSearch(query)

  const submit = (text: string) => {
    const next = text.trim()
    if (next === '' || search.isSearching) return
    if (next === query) search.again()
    else setParams({ q: next })
  }

  return (
    <>
      <PageHeading title="Discover Amazing Videos" subtitle="Find a stock video and use it as your source." />
      <SearchForm query={query} isSearching={search.isSearching} onSearch={submit} />
      <SearchResults found={search.found} isSearching={search.isSearching} />
    </>
  )
}
