import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { sentences } from '@video-forge/contract/sentences'
import { type ReactNode, useCallback } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StaleNotice } from '../../ui/feedback/stale-notice.tsx'
import { LoadMoreOnScroll } from './load-more-on-scroll.tsx'

interface PagedListProps {
  list: UseInfiniteQueryResult<InfiniteData<unknown, unknown>>
  /** How many videos are loaded. */
  count: number
  /** Announces how many videos there are once they are loaded. */
  announcesCount: boolean
  /** Shown in place of an empty list, and before there is one. */
  whenEmpty: ReactNode
  skeleton: ReactNode
  children: ReactNode
}

/** The pages of a list in each of their states. */
export function PagedList({ list, count, announcesCount, whenEmpty, skeleton, children }: PagedListProps) {
  const { fetchNextPage } = list
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const retry = () => void list.refetch()
  const isLoading = list.isPending || list.isPlaceholderData

  return (
    <>
      {/* Over the skeleton and without height, so that nothing moves when the videos arrive. */}
      <p role="status" className={list.isPending ? 'z-10 -mb-8 flex h-0 justify-center' : 'sr-only'}>
        {isLoading && <span className={loadingClass}>Loading videos...</span>}
        {!isLoading && announcesCount && list.data && countOf(count, list.hasNextPage)}
      </p>
      {list.isPending && skeleton}
      {list.isError && !list.data && (
        <ErrorState title={sentences.galleryFailed} text={list.error.message} action={<Button onClick={retry}>Try again</Button>} />
      )}
      {list.isRefetchError && <StaleNotice since={list.dataUpdatedAt} onRetry={retry} />}
      {list.data && count === 0 && !isLoading && whenEmpty}
      {count > 0 && (
        <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
          {children}
        </div>
      )}
      {count > 0 && !list.isPlaceholderData && (
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
