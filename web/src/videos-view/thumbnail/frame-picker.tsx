import { useQuery } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { useEffect, useId, useRef, useState } from 'react'
import { formatDuration } from '../../format/duration.ts'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { videoKeys } from '../video-keys.ts'

interface FramePickerProps {
  video: VideoDetails
  /** The chosen frame is being stored. */
  isPending: boolean
  onChoose: (time: number) => void
}

/** A small quality is enough to find a frame; the server takes it from the best one. */
const request = { quality: '480p' } as const

/** Shows the frame at a position of the video and lets the owner choose it. */
export function FramePicker({ video, isPending, onChoose }: FramePickerProps) {
  const { data, error } = useQuery({
    queryKey: videoKeys.stream(video.id, undefined, { forFrames: request }),
    queryFn: ({ signal }) => call('GET /gallery/videos/{id}/stream', { params: { id: video.id }, query: request }, { signal }),
    retry: false,
  })
  if (error) return <Notice tone="bad">{error.message}</Notice>
  if (!data) {
    return (
      <div role="status" className="flex aspect-video items-center justify-center rounded-control bg-stage text-on-stage">
        <Spinner />
        <span className="sr-only">Loading the video</span>
      </div>
    )
  }
  // A browser cannot show single frames of a video that is still being encoded.
  if (data.stream.live) return <Notice tone="warn">A frame can be chosen when the video is fully processed.</Notice>
  return <Scrubber url={data.streamUrl} duration={data.stream.duration ?? video.duration ?? 0} isPending={isPending} onChoose={onChoose} />
}

const tenths = (seconds: number): string => `${formatDuration(seconds)}.${Math.floor((seconds % 1) * 10)}`

interface ScrubberProps extends Omit<FramePickerProps, 'video'> {
  url: string
  duration: number
}

function Scrubber({ url, duration, isPending, onChoose }: ScrubberProps) {
  const id = useId()
  const element = useRef<HTMLVideoElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const [time, setTime] = useState(0)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => slider.current?.focus(), [])
  useEffect(() => {
    if (element.current) element.current.currentTime = time
  }, [time])
  if (isBroken) return <Notice tone="bad">The video could not be loaded. Try again in a moment.</Notice>
  return (
    <div className="flex flex-col gap-2">
      <video
        ref={element}
        src={url}
        muted
        playsInline
        preload="auto"
        aria-hidden="true"
        tabIndex={-1}
        onError={() => setBroken(true)}
        className="aspect-video w-full rounded-control bg-stage object-contain"
      />
      <div className="flex items-center justify-between text-13">
        <label htmlFor={id} className="font-medium">
          Position
        </label>
        <span aria-hidden="true" className="text-muted tabular-nums">
          {tenths(time)} / {tenths(duration)}
        </span>
      </div>
      <input
        ref={slider}
        id={id}
        type="range"
        min={0}
        max={duration}
        step={0.1}
        value={time}
        aria-valuetext={`${tenths(time)} of ${tenths(duration)}`}
        onChange={(event) => setTime(Number(event.target.value))}
        className="h-11 w-full cursor-pointer accent-action"
      />
      <Button kind="primary" pending={isPending} onClick={() => onChoose(time)}>
        Use this frame
      </Button>
    </div>
  )
}
