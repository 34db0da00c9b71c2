import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import { formatDuration } from '../../../../format/duration.ts'
import { frameAt, type StoryboardFrame } from '../storyboard/parse-storyboard.ts'
import { StoryboardPicture } from '../storyboard/storyboard-picture.tsx'
import { seekTo } from './perform-command.ts'
import { usePlayTime } from './use-play-time.ts'

interface TimelineProps {
  video: RefObject<HTMLVideoElement | null>
  duration: number | null
  /** Seconds from the start that are encoded; undefined if nothing is missing. */
  encoded: number | undefined
  frames: readonly StoryboardFrame[]
}

const stepSeconds = 5
/** The share of the video that a large step covers. */
const leap = 0.1

/** Where a key moves the slider to, in seconds. */
function targetOf(key: string, time: number, duration: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: time - stepSeconds,
    ArrowDown: time - stepSeconds,
    ArrowRight: time + stepSeconds,
    ArrowUp: time + stepSeconds,
    PageDown: time - duration * leap,
    PageUp: time + duration * leap,
    Home: 0,
    End: duration,
  }
  return targets[key]
}

/** Where the pointer is along the slider, 0 to 1. */
function shareAt({ currentTarget, clientX }: PointerEvent<HTMLDivElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : 0
}

/** A slider along the video. It shows the picture at the pointer, and seeks there. */
export function Timeline({ video, duration: knownDuration, encoded, frames }: TimelineProps) {
  const { time, duration, buffered } = usePlayTime(video, knownDuration)
  const [pointer, setPointer] = useState<number>()
  const [isFocused, setFocused] = useState(false)
  const shareOf = (seconds: number) => (duration > 0 ? Math.min(1, seconds / duration) : 0)
  const isMissing = (seconds: number) => encoded !== undefined && seconds > encoded
  const shown = pointer ?? (isFocused && duration > 0 ? shareOf(time) : undefined)

  const goTo = (seconds: number) => {
    if (video.current && video.current.readyState > 0) seekTo(video.current, seconds)
  }
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    if (duration === 0) return
    setPointer(shareAt(event))
    if (event.buttons === 1) goTo(shareAt(event) * duration)
  }
  const press = (event: KeyboardEvent) => {
    const target = targetOf(event.key, time, duration)
    if (target === undefined) return
    event.preventDefault()
    goTo(target)
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Seek"
      aria-valuemin={0}
      aria-valuemax={Math.floor(duration)}
      aria-valuenow={Math.floor(time)}
      aria-valuetext={`${formatDuration(time)} of ${formatDuration(duration)}${encoded === undefined ? '' : `, encoded up to ${formatDuration(encoded)}`}`}
      onKeyDown={press}
      onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId)
        follow(event)
      }}
      onPointerMove={follow}
      onPointerLeave={() => setPointer(undefined)}
      className="group/line relative flex h-6 cursor-pointer touch-none items-center pointer-coarse:h-8"
    >
      <div className="relative h-1 w-full overflow-hidden rounded-full bg-hover transition-[height] group-hover/line:h-1.5 forced-colors:h-2 forced-colors:border">
        {encoded !== undefined && (
          <div data-missing="" className="hatched absolute inset-y-0 right-0" style={{ left: `${shareOf(encoded) * 100}%` }} />
        )}
        <div
          className="absolute inset-y-0 left-0 bg-control/50 forced-colors:bg-[GrayText]"
          style={{ width: `${shareOf(isMissing(time) ? 0 : buffered) * 100}%` }}
        />
        <div
          className="absolute inset-y-0 left-0 bg-ember forced-colors:bg-[Highlight]"
          style={{ width: `${shareOf(Math.min(time, encoded ?? time)) * 100}%` }}
        />
        {isMissing(time) && (
          <div
            className="absolute inset-y-0 w-1.5 -translate-x-1/2 bg-ember forced-colors:bg-[Highlight]"
            style={{ left: `${shareOf(time) * 100}%` }}
          />
        )}
      </div>
      {shown !== undefined && (
        <StoryboardPicture
          frame={frameAt(frames, shown * duration)}
          seconds={shown * duration}
          share={shown}
          isMissing={isMissing(shown * duration)}
        />
      )}
    </div>
  )
}
