import type { ReactNode } from 'react'
import type { useGallery } from './gallery-query.ts'
import { PagedList } from './paged-list.tsx'
import { GridSkeleton, VideoGrid } from './video-grid.tsx'

interface VideoListProps {
  list: ReturnType<typeof useGallery>
  /** Announces how many videos there are once they are loaded. */
  announcesCount: boolean
  /** Shown in place of an empty list. */
  whenEmpty: ReactNode
}

/** Videos as a grid of cards. */
export function VideoList({ list, announcesCount, whenEmpty }: VideoListProps) {
  const videos = list.data?.pages.flatMap((page) => page.videos) ?? []
  return (
    <PagedList list={list} count={videos.length} announcesCount={announcesCount} whenEmpty={whenEmpty} skeleton={<GridSkeleton />}>
      <VideoGrid videos={videos} />
    </PagedList>
  )
}
