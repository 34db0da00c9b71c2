import { sentences } from '@video-forge/contract/sentences'
import { Clapperboard, SearchX } from 'lucide-react'
import { useCallback } from 'react'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StaleNotice } from '../../ui/feedback/stale-notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { GalleryControls } from './gallery-controls.tsx'
import { useGalleryParams } from './gallery-params.ts'
import { useGallery } from './gallery-query.ts'
import { LoadMoreOnScroll } from './load-more-on-scroll.tsx'
import { GridSkeleton, VideoGrid } from './video-grid.tsx'

export function GalleryPage() {
  const { filter, search, chooseFilter, searchFor } = useGalleryParams()
  const list = useGallery({ visibility: filter === 'Public Only' ? 'public' : undefined, q: search || undefined })
  const videos = list.data?.pages.flatMap((page) => page.videos) ?? []
  const { fetchNextPage } = list
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const retry = () => void list.refetch()
  const isLoading = list.isPending || list.isPlaceholderData

  return (
    <>
      <PageHeading title="Video Gallery" subtitle="Browse and watch videos shared by the community" />
      <GalleryControls filter={filter} search={search} onFilter={chooseFilter} onSearch={searchFor} />
      {/* Over the skeleton and without height, so that nothing moves when the videos arrive. */}
      <p role="status" className={list.isPending ? 'z-10 -mb-8 flex h-0 justify-center' : 'sr-only'}>
        {isLoading && <span className={loadingClass}>Loading videos...</span>}
        {!isLoading && search && list.data && countOf(videos.length, list.hasNextPage)}
      </p>
      {list.isPending && <GridSkeleton />}
      {list.isError && !list.data && (
        <ErrorState title={sentences.galleryFailed} text={list.error.message} action={<Button onClick={retry}>Try again</Button>} />
      )}
      {list.isRefetchError && <StaleNotice since={list.dataUpdatedAt} onRetry={retry} />}
      {list.data && videos.length === 0 && !isLoading && <NoVideos search={search} onClear={() => searchFor('')} />}
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

const NoVideos = ({ search, onClear }: { search: string; onClear: () => void }) =>
  search ? (
    <EmptyState
      icon={SearchX}
      title={`No videos match "${search}"`}
      text="The search covers titles and descriptions. Try other or fewer words."
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  ) : (
    <EmptyState
      icon={Clapperboard}
      title="No videos found"
      text="Be the first to upload and share a video!"
      action={
        <ButtonLink to="/upload" kind="primary">
          Upload Video
        </ButtonLink>
      }
    />
  )
