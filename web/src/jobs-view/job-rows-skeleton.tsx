import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { SkeletonRows } from '../ui/feedback/skeleton-rows.tsx'

/** Rows in their final shape while the list loads. */
export const JobRowsSkeleton = ({ rows }: { rows: number }) => (
  <SkeletonRows
    count={rows}
    label="Loading your videos"
    className="divide-y divide-line"
    rowClass="grid grid-cols-1 gap-4 px-4 py-4 md:grid-cols-2"
  >
    <div className="flex gap-3">
      <Skeleton className="aspect-video w-20 shrink-0 self-start sm:w-28" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Skeleton className="h-5 w-48 max-w-full" />
        <Skeleton className="h-4 w-72 max-w-full" />
        <Skeleton className="h-4 w-32" />
      </div>
    </div>
    <Skeleton className="h-6 w-24 rounded-full" />
  </SkeletonRows>
)
