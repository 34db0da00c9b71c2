import { useDocumentTitle } from '../../ui/document-title.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackButton } from './back-button.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'
import { MoreSkeleton } from './more/more-skeleton.tsx'
import { watchLayout } from './watch-layout.ts'

/** The page in its final shape while the video loads. */
export function WatchSkeleton() {
  useDocumentTitle('Video')
  return (
    <div className={watchLayout.page}>
      <BackButton />
      <h1 className="sr-only">Video</h1>
      <div className={watchLayout.columns}>
        <div className="flex min-w-0 flex-col gap-4">
          <div className="relative">
            <Skeleton className="aspect-video max-h-[calc(100dvh-168px)] min-h-48 w-full rounded-surface" />
            <LoadingOverlay />
          </div>
          <div className="flex h-16 items-end justify-between">
            <Skeleton className="mb-2.5 h-4 w-48" />
            <Skeleton className="h-10 w-28" />
          </div>
          <Skeleton className="h-8 w-80 max-w-full" />
          <div className="flex items-center gap-2.5">
            <Skeleton className="size-8 rounded-full" />
            <Skeleton className="h-4 w-40" />
          </div>
        </div>
        <MoreSkeleton className="flex flex-col gap-4 pt-14 max-xl:hidden" />
      </div>
    </div>
  )
}
