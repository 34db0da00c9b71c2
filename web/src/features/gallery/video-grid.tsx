import type { Video } from '@video-forge/contract/gallery'
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx'
import { SkeletonGrid } from '../../ui/feedback/skeleton-grid.tsx'
import { VideoCard } from './video-card.tsx'

/** Breakpoints in rem, as the named ones are: Tailwind does not order px among them. */
const gridClass =
  'grid grid-cols-1 gap-x-5 gap-y-8 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4 min-[87.5rem]:grid-cols-5 min-[112.5rem]:grid-cols-6'

/** About the first row of a wide screen. */
const firstCount = 6

export const VideoGrid = ({ videos }: { videos: readonly Video[] }) => (
  <ul aria-label="Videos" className={videos.length === 1 ? undefined : gridClass}>
    {videos.map((video, index) => (
      <VideoCard key={video.id} video={video} isFirst={index < firstCount} isAlone={videos.length === 1} />
    ))}
  </ul>
)

export const GridSkeleton = () => (
  <SkeletonGrid className={gridClass} pictureClass="rounded-surface">
    <SkeletonLines lines={['h-4 w-4/5', 'h-3 w-2/5']} />
  </SkeletonGrid>
)
