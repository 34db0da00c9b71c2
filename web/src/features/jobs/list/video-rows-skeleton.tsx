import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'

/** The list in its final shape while it loads: cards on a phone, rows on larger screens. */
export const VideoRowsSkeleton = () => (
  <SkeletonRows
    count={4}
    label="Loading your videos"
    className="flex flex-col gap-3 md:gap-0 md:divide-y md:divide-line md:rounded-surface md:border md:border-line md:bg-surface"
    rowClass="grid grid-cols-[128px_minmax(0,1fr)] gap-3 bg-surface p-3 max-md:rounded-surface max-md:border max-md:border-line md:grid-cols-[20px_144px_minmax(0,1fr)_200px] md:gap-x-4 md:bg-transparent md:p-4 lg:grid-cols-[20px_160px_minmax(0,1fr)_116px_232px]"
  >
    <Skeleton className="aspect-video w-full md:col-start-2" />
    <div className="flex min-w-0 flex-col gap-1.5">
      <Skeleton className="h-5 w-56 max-w-full" />
      <Skeleton className="h-4 w-20" />
      <Skeleton className="mt-auto h-8 w-48 max-w-full max-md:hidden" />
    </div>
    <Skeleton className="h-6 w-20 max-lg:hidden" />
    <Skeleton className="h-6 w-24 rounded-full" />
    <Skeleton className="h-8 md:hidden" />
  </SkeletonRows>
)
