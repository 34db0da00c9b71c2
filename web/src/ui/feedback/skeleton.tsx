import { classNames } from '../class-names.ts'

export const Skeleton = ({ className }: { className?: string }) => (
  <div
    aria-hidden="true"
    className={classNames('animate-breathe rounded-control bg-sunken forced-colors:border forced-colors:border-[GrayText]', className)}
  />
)

/** Shown while the code of a page loads. */
export const PageSkeleton = () => (
  <div role="status" className="flex flex-col gap-8">
    <span className="sr-only">Loading the page</span>
    <div className="flex flex-col gap-2">
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-5 w-80 max-w-full" />
    </div>
    <Skeleton className="h-64 w-full rounded-surface" />
  </div>
)
