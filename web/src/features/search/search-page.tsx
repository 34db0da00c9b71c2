import { useSearchParams } from 'react-router'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SearchForm } from './search-form.tsx'
import { SearchResults } from './search-results.tsx'
import { useStockSearch } from './stock-query.ts'

/** What is searched for stands in the address, so that a reload and the way back show it again. */
export function SearchPage() {
  const [params, setParams] = useSearchParams()
  const query = params.get('q')?.trim() ?? ''
  const search = useStockSearch(query)

  const submit = (text: string) => {
    const wanted = text.trim()
    if (wanted === '' || search.isSearching) return
    if (wanted === query) search.again()
    else setParams({ q: wanted })
  }

  return (
    <>
      <PageHeading title="Discover Amazing Videos" subtitle="Find a stock video and make it yours." />
      <SearchForm query={query} isSearching={search.isSearching} onSearch={submit} />
      <SearchResults found={search.found} isSearching={search.isSearching} />
    </>
  )
}
