import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Request } from '@video-forge/contract/endpoints'
import { searchRules } from '@video-forge/contract/rules/search-rules'
import { useEffect, useState } from 'react'
import { call } from '../../../session/call.ts'
import { videoKeys } from '../../../videos-view/video-keys.ts'

type SearchQuery = Omit<NonNullable<Request<'GET /gallery/search'>['query']>, 'limit' | 'cursor'>

const firstPage = (): string | undefined => undefined

/** A page of a rare phrase can be empty although there are more; so many of them are fetched without asking. */
const maxEmptyPages = 10

/** A search, page by page. The results before stay visible until the next ones arrive. It pauses after many empty pages. */
export function useSearch(query: SearchQuery) {
  const queryKey = videoKeys.list({ search: query })
  const [asked, setAsked] = useState({ about: '', pages: 0 })
  const about = JSON.stringify(queryKey)
  const maxPages = maxEmptyPages + (asked.about === about ? asked.pages : 0)
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: firstPage(),
    queryFn: ({ pageParam, signal }) =>
      call('GET /gallery/search', { query: { ...query, limit: searchRules.page, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const pages = list.data?.pages ?? []
  const isEmpty = pages.length > 0 && pages.every(({ results }) => results.length === 0)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const isWaiting = isEmpty && hasNextPage && !isFetching
  const shouldGoOn = isWaiting && pages.length < maxPages && !isFetchNextPageError
  const pageCount = pages.length
  useEffect(() => {
    if (shouldGoOn && pageCount > 0) void fetchNextPage()
  }, [shouldGoOn, pageCount, fetchNextPage])
  const goOn = () => {
    setAsked({ about, pages: pageCount })
    void fetchNextPage()
  }
  return { list, isPaused: isWaiting && !shouldGoOn, goOn }
}
