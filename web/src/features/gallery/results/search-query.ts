import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Request } from '@video-forge/contract/endpoints'
import { searchRules } from '@video-forge/contract/rules/search-rules'
import { useEffect } from 'react'
import { call } from '../../../session/call.ts'
import { videoKeys } from '../../../videos-view/video-keys.ts'

type SearchQuery = Omit<NonNullable<Request<'GET /gallery/search'>['query']>, 'limit' | 'cursor'>

const firstPage = (): string | undefined => undefined

/** A page of a rare phrase can be empty although there are more; so many of them are fetched without asking. */
const maxEmptyPages = 10

/** A search, page by page. The results before stay visible until the next ones arrive. */
export function useSearch(query: SearchQuery) {
  const list = useInfiniteQuery({
    queryKey: videoKeys.list({ search: query }),
    initialPageParam: firstPage(),
    queryFn: ({ pageParam, signal }) =>
      call('GET /gallery/search', { query: { ...query, limit: searchRules.page, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const pages = list.data?.pages ?? []
  const isEmpty = pages.length > 0 && pages.length < maxEmptyPages && pages.every(({ results }) => results.length === 0)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const shouldGoOn = isEmpty && hasNextPage && !isFetching && !isFetchNextPageError
  const pageCount = pages.length
  useEffect(() => {
    if (shouldGoOn && pageCount > 0) void fetchNextPage()
  }, [shouldGoOn, pageCount, fetchNextPage])
  return list
}
