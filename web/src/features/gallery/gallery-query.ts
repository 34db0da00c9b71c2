import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Output } from '@video-forge/contract/endpoints'
import { limits } from '@video-forge/contract/rules/limits'
import { call } from '../../session/call.ts'
import { videoKeys } from '../../videos-view/video-keys.ts'

interface GalleryQuery {
  visibility: 'public' | undefined
  q: string | undefined
}

type GalleryPages = InfiniteData<Output<'GET /gallery/videos'>, string | undefined>

/** How often a gallery with something unfinished in it looks again. */
const unfinishedMilliseconds = 10_000

const firstPage = (): string | undefined => undefined

/** Only at the top of the list: what has scrolled by is not worth fetching every page again. */
const hasUnfinished = (data: GalleryPages | undefined): boolean =>
  data?.pages.length === 1 && data.pages.some(({ videos }) => videos.some(({ status }) => status === 'processing'))

/**
 * The gallery, page by page. It is asked for anew whenever it is opened or its filter changes; what was loaded before stays in
 * sight until then, all of its pages, so that the way back leads to the same place.
 */
export const useGallery = (query: GalleryQuery) =>
  useInfiniteQuery({
    queryKey: videoKeys.list(query),
    initialPageParam: firstPage(),
    queryFn: ({ pageParam, signal }) =>
      call('GET /gallery/videos', { query: { ...query, limit: limits.galleryPage, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => hasUnfinished(state.data) && unfinishedMilliseconds,
  })
