import { useQuery } from '@tanstack/react-query'
import type { Output } from '@video-forge/contract/endpoints'
import { useEffect, useState } from 'react'
import { call } from '../../session/call.ts'

export type StockAnswer = Output<'GET /stock/videos'>

/** The stock search. A failed search is only logged, and the last results stay. */
export function useStockSearch(query: string) {
  const search = useQuery({
    queryKey: ['stock', query],
    queryFn: ({ signal }) => call('GET /stock/videos', { query: { q: query } }, { signal }),
    enabled: query !== '',
    staleTime: 300_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })
  const [found, setFound] = useState<StockAnswer>()
  if (search.data && search.data !== found) setFound(search.data)

  const { error } = search
  useEffect(() => {
    if (error) console.warn('stock search failed:', error.message)
  }, [error])

  return {
    found: query === '' ? undefined : found,
    isSearching: search.isFetching,
    again: () => void search.refetch(),
  }
}
