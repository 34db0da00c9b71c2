import { classNames } from '../class-names.ts'

export const Skeleton = ({ className }: { className?: string }) => (
  <div
    aria-hidden="true"
    className={classNames('animate-breathe rounded-control bg-sunken forced-colors:border forced-colors:border-[GrayText]', className)}
  />
)

/** Lines of text, each with the classes of its size. */
export const SkeletonLines = ({ lines }: { lines: readonly string[] }) => (
  <div className="flex flex-col gap-2">
    {lines.map((line) => (
      <Skeleton key={line} className={line} />
    ))}
  </div>
)

/** Shown while the code of a page loads. */
export const PageSkeleton = () => (
  <div role="status" className="flex flex-col gap-8">
    <span className="sr-only">Loading the page</span>
    <SkeletonLines lines={['h-8 w-56', 'h-5 w-80 max-w-full']} />
    <Skeleton className="h-64 w-full rounded-surface" />
  </div>
)
