import { useQuery } from '@tanstack/react-query'
import type { Video } from '@video-forge/contract/gallery'
import { Play } from 'lucide-react'
import { formatDuration } from '../../format/duration.ts'
import { call } from '../../session/call.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** The uploaded video, playable at once if the browser supports its format. */
export function UploadedVideo({ video }: { video: Video }) {
  const facts = [video.duration === null ? undefined : formatDuration(video.duration), video.resolution, video.videoCodec, video.audioCodec]
  const isPlayable = video.status === 'uploaded' || video.status === 'ready'
  return (
    <>
      {isPlayable && <OriginalPlayer id={video.id} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-13 text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
        {isPlayable && (
          <ButtonLink to={`/video/${video.id}`} size="small">
            <Play aria-hidden="true" className="size-4" />
            Watch now
          </ButtonLink>
        )}
      </div>
      <p className="text-13 text-muted">
        {isPlayable
          ? 'Only you can watch it until you start processing.'
          : 'Browsers cannot play this file format. You can watch it once it is processed.'}
      </p>
    </>
  )
}

function OriginalPlayer({ id }: { id: string }) {
  const stream = useQuery({
    queryKey: ['gallery', 'stream', id, 'original'],
    queryFn: ({ signal }) => call('GET /gallery/videos/{id}/stream', { params: { id }, query: { quality: 'original' } }, { signal }),
    // A new address would restart the video.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (stream.isError) return <p className="text-13 text-muted">{stream.error.message}</p>
  if (!stream.data) return <Skeleton className="aspect-video w-full" />
  return (
    // biome-ignore lint/a11y/useMediaCaption: a fresh upload has no captions
    <video
      controls
      controlsList="nodownload"
      playsInline
      preload="metadata"
      src={stream.data.streamUrl}
      aria-label="The uploaded video"
      className="aspect-video w-full rounded-control bg-sunken"
    />
  )
}
