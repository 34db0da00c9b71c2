import { useDocumentTitle } from '../../ui/document-title.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackButton } from './back-button.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'

const facts = ['duration', 'resolution', 'video', 'audio', 'date']

/** The page in its final shape while the video loads. */
export function WatchSkeleton() {
  useDocumentTitle('Video')
  return (
    <div className="flex flex-col gap-4">
      <BackButton />
      <h1 className="sr-only">Video</h1>
      <div className="relative">
        <Skeleton className="aspect-video max-h-[calc(100dvh-168px)] min-h-48 w-full rounded-surface" />
        <LoadingOverlay />
      </div>
      <div className="flex h-16 items-end justify-between">
        <Skeleton className="mb-2.5 h-4 w-48" />
        <Skeleton className="h-10 w-28" />
      </div>
      <Skeleton className="h-8 w-80 max-w-full" />
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 pt-6 sm:grid-cols-3 lg:grid-cols-5">
        {facts.map((fact) => (
          <Skeleton key={fact} className="h-10" />
        ))}
      </div>
    </div>
  )
}
