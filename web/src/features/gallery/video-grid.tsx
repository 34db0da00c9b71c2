import type { Video } from '@video-forge/contract/gallery'
import { useRef, useState } from 'react'
import { useSession } from '../../session/use-session.ts'
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx'
import { SkeletonGrid } from '../../ui/feedback/skeleton-grid.tsx'
import { onDemand } from '../../ui/overlays/on-demand.tsx'
import { VideoCard } from './video-card.tsx'

const SaveDialog = onDemand(async () => (await import('../../playlists-view/save-dialog.tsx')).SaveDialog)

/** Breakpoints in rem, as the named ones are: Tailwind does not order px among them. */
const gridClass =
  'grid grid-cols-1 gap-x-5 gap-y-8 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4 min-[87.5rem]:grid-cols-5 min-[112.5rem]:grid-cols-6'

/** About the first row of a wide screen. */
const firstCount = 6

export function VideoGrid({ videos }: { videos: readonly Video[] }) {
  const isSignedIn = useSession() !== undefined
  const [saved, setSaved] = useState<Video>()
  const [isSaving, setSaving] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const save = (video: Video) => (from: HTMLButtonElement) => {
    button.current = from
    setSaved(video)
    setSaving(true)
  }
  return (
    <>
      <ul aria-label="Videos" className={videos.length === 1 ? undefined : gridClass}>
        {videos.map((video, index) => (
          <VideoCard
            key={video.id}
            video={video}
            isFirst={index < firstCount}
            isAlone={videos.length === 1}
            onSave={isSignedIn ? save(video) : undefined}
          />
        ))}
      </ul>
      {saved && <SaveDialog video={saved} open={isSaving} onOpenChange={setSaving} returnFocusTo={button} />}
    </>
  )
}

/** As high as cards with title, owner and facts, so that nothing below them moves. */
export const GridSkeleton = () => (
  <SkeletonGrid className={gridClass} pictureClass="rounded-surface">
    <SkeletonLines lines={['mt-0.5 h-4 w-4/5', 'mt-1 h-3 w-1/4', 'mt-1.5 mb-1 h-3 w-3/5']} />
  </SkeletonGrid>
)
