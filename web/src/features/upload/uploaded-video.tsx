import { useQuery } from '@tanstack/react-query'
import type { Video } from '@video-forge/contract/gallery'
import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDuration } from '../../format/duration.ts'
import { call } from '../../session/call.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { UploadFrame } from '../../uploads-view/upload-frame.tsx'

interface UploadedVideoProps {
  video: Video
  frame: string | undefined
}

/** The uploaded video, playable at once if the browser supports its format. */
export function UploadedVideo({ video, frame }: UploadedVideoProps) {
  const facts = [video.duration === null ? undefined : formatDuration(video.duration), video.resolution, video.videoCodec, video.audioCodec]
  const isPlayable = video.status === 'uploaded' || video.status === 'ready'
  return (
    <>
      {isPlayable ? <OriginalPreview id={video.id} frame={frame} /> : <UploadFrame frame={frame} className="w-full" />}
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
          : 'Browsers cannot play this file format. You can watch it moments after you start processing.'}
      </p>
    </>
  )
}

function OriginalPreview({ id, frame }: { id: string; frame: string | undefined }) {
  const stream = useQuery({
    queryKey: ['gallery', 'stream', id, 'original'],
    queryFn: ({ signal }) => call('GET /gallery/videos/{id}/stream', { params: { id }, query: { quality: 'original' } }, { signal }),
    // A new address would restart the video.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (stream.isError) return <p className="text-13 text-muted">{stream.error.message}</p>
  if (!stream.data) return <UploadFrame frame={frame} className="w-full" />
  return <Preview address={stream.data.streamUrl} frame={frame} />
}

/** Only plays and pauses. The video's own page has the player with all controls. */
function Preview({ address, frame }: { address: string; frame: string | undefined }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const toggle = () => {
    if (isPlaying) video.current?.pause()
    // The browser shows the frame instead, if it cannot play.
    else void video.current?.play().catch(() => undefined)
  }
  const Icon = isPlaying ? Pause : Play
  return (
    <div className="group relative">
      {/* biome-ignore lint/a11y/useMediaCaption: a fresh upload has no captions */}
      <video
        ref={video}
        playsInline
        preload="metadata"
        src={address}
        poster={frame}
        aria-label="The uploaded video"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        className="aspect-video w-full rounded-control bg-stage"
      />
      <button
        type="button"
        aria-label={isPlaying ? 'Pause the preview' : 'Play the preview'}
        onClick={toggle}
        className="absolute inset-0 flex items-center justify-center rounded-control"
      >
        <span
          className={`flex size-14 items-center justify-center rounded-full bg-scrim text-on-stage transition-opacity forced-colors:border forced-colors:bg-[Canvas] ${isPlaying ? 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100' : ''}`}
        >
          <Icon aria-hidden="true" className="size-6" />
        </span>
      </button>
    </div>
  )
}
