import { Skeleton } from '../ui/skeleton.tsx'

/** Rows in their final shape while the list is on the way. */
export const JobRowsSkeleton = ({ rows }: { rows: number }) => (
  <div role="status" className="divide-y divide-line">
    <span className="sr-only">Loading your videos</span>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <div key={row} className="grid gap-4 px-4 py-4 md:grid-cols-2">
        <div className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
          <Skeleton className="h-4 w-32" />
        </div>
        <Skeleton className="h-6 w-24 rounded-full" />
      </div>
    ))}
  </div>
)
