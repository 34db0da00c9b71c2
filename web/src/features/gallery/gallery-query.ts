import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import type { Output, Request } from '@video-forge/contract/endpoints'
import { limits } from '@video-forge/contract/rules/limits'
import { call } from '../../session/call.ts'
import { videoKeys } from '../../videos-view/video-keys.ts'

type GalleryQuery = Omit<NonNullable<Request<'GET /gallery/videos'>['query']>, 'limit' | 'cursor'>

type GalleryPages = InfiniteData<Output<'GET /gallery/videos'>, string | undefined>

/** How often the gallery reloads while a video in it is processing or has no thumbnail yet. */
const processingPollMs = 10_000

const firstPage = (): string | undefined => undefined

/** Only while one page is loaded, because a reload fetches every loaded page. */
const shouldPoll = (data: GalleryPages | undefined): boolean =>
  data?.pages.length === 1 &&
  data.pages.some(({ videos }) =>
    videos.some(({ status, thumbnailUrl }) => status === 'processing' || (status === 'ready' && !thumbnailUrl)),
  )

const listOptions = (query: GalleryQuery) =>
  infiniteQueryOptions({
    queryKey: videoKeys.list(query),
    initialPageParam: firstPage(),
    queryFn: ({ pageParam, signal }) =>
      call('GET /gallery/videos', { query: { ...query, limit: limits.galleryPage, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** For so long a list that was fetched before the gallery was drawn is not fetched again. */
const firstListMs = 2000
let firstListAt = Number.NEGATIVE_INFINITY

/** Fetches the gallery without filters before it is drawn. Never fails. */
export async function fetchFirstList(client: QueryClient): Promise<void> {
  firstListAt = performance.now()
  await client.prefetchInfiniteQuery(listOptions({}))
}

/**
 * The gallery, page by page. It reloads whenever it is opened or its filter changes. Until then the loaded pages stay
 * visible, so that the back button returns to the same position.
 */
export const useGallery = (query: GalleryQuery) =>
  useInfiniteQuery({
    ...listOptions(query),
    placeholderData: keepPreviousData,
    staleTime: () => (performance.now() - firstListAt < firstListMs ? firstListMs : 0),
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => shouldPoll(state.data) && processingPollMs,
  })
