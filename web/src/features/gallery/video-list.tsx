import { sentences } from '@video-forge/contract/sentences'
import { type ReactNode, useCallback } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StaleNotice } from '../../ui/feedback/stale-notice.tsx'
import type { useGallery } from './gallery-query.ts'
import { LoadMoreOnScroll } from './load-more-on-scroll.tsx'
import { GridSkeleton, VideoGrid } from './video-grid.tsx'

interface VideoListProps {
  list: ReturnType<typeof useGallery>
  /** Announces how many videos there are once they are loaded. */
  announcesCount: boolean
  /** Shown in place of an empty list. */
  whenEmpty: ReactNode
}

/** The pages of a list in each of their states. */
export function VideoList({ list, announcesCount, whenEmpty }: VideoListProps) {
  const videos = list.data?.pages.flatMap((page) => page.videos) ?? []
  const { fetchNextPage } = list
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const retry = () => void list.refetch()
  const isLoading = list.isPending || list.isPlaceholderData

  return (
    <>
      {/* Over the skeleton and without height, so that nothing moves when the videos arrive. */}
      <p role="status" className={list.isPending ? 'z-10 -mb-8 flex h-0 justify-center' : 'sr-only'}>
        {isLoading && <span className={loadingClass}>Loading videos...</span>}
        {!isLoading && announcesCount && list.data && countOf(videos.length, list.hasNextPage)}
      </p>
      {list.isPending && <GridSkeleton />}
      {list.isError && !list.data && (
        <ErrorState title={sentences.galleryFailed} text={list.error.message} action={<Button onClick={retry}>Try again</Button>} />
      )}
      {list.isRefetchError && <StaleNotice since={list.dataUpdatedAt} onRetry={retry} />}
      {list.data && videos.length === 0 && !isLoading && whenEmpty}
      {videos.length > 0 && (
        <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
          <VideoGrid videos={videos} />
        </div>
      )}
      {videos.length > 0 && !list.isPlaceholderData && (
        <LoadMoreOnScroll
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={showMore}
        />
      )}
    </>
  )
}

const loadingClass = 'mt-16 h-fit rounded-full border border-line bg-surface px-4 py-2 text-13 text-muted'

const countOf = (count: number, hasMore: boolean): string =>
  count === 1 ? '1 video found' : `${count}${hasMore ? ' or more' : ''} videos found`
