import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import { formatDuration } from '../../../../format/duration.ts'
import { seekTo } from '../keyboard/perform-command.ts'
import { frameAt, type StoryboardFrame } from '../storyboard/parse-storyboard.ts'
import { StoryboardPicture } from '../storyboard/storyboard-picture.tsx'
import { type Chapter, chapterAt } from './chapters.ts'
import { HeatCurve } from './heat-curve.tsx'
import { SeekTrack } from './seek-track.tsx'
import type { PlayTime } from './use-play-time.ts'

interface SeekBarProps {
  video: RefObject<HTMLVideoElement | null>
  playTime: PlayTime
  /** Seconds from the start that are encoded; undefined if nothing is missing. */
  encoded: number | undefined
  frames: readonly StoryboardFrame[]
  chapters: readonly Chapter[]
  /** How often each part was watched, from the start to the end. */
  heat: readonly number[]
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

/** The one slider along the video. It shows the picture at the pointer or the focus, and seeks there. */
export function SeekBar({ video, playTime, encoded, frames, chapters, heat }: SeekBarProps) {
  const { time, duration } = playTime
  const [pointer, setPointer] = useState<number>()
  const [isDragged, setIsDragged] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const shareOf = (seconds: number) => (duration > 0 ? Math.min(1, seconds / duration) : 0)
  const shown = pointer ?? (isFocused && duration > 0 ? shareOf(time) : undefined)
  const chapter = chapterAt(chapters, time)

  const goTo = (seconds: number) => {
    if (video.current && video.current.readyState > 0) seekTo(video.current, seconds)
  }
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    if (duration === 0) return
    setPointer(shareAt(event))
    // The next seek starts when the last one is done, so that a long drag requests little.
    if (event.buttons === 1 && !video.current?.seeking) goTo(shareAt(event) * duration)
  }
  const release = (event: PointerEvent<HTMLDivElement>) => {
    if (!isDragged) return
    setIsDragged(false)
    goTo(shareAt(event) * duration)
    if (event.pointerType === 'touch') setPointer(undefined)
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
      aria-valuetext={`${formatDuration(time)} of ${formatDuration(duration)}${chapter ? `, ${chapter.title}` : ''}${encoded === undefined ? '' : `, encoded up to ${formatDuration(encoded)}`}`}
      onKeyDown={press}
      onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId)
        setIsDragged(duration > 0)
        follow(event)
      }}
      onPointerMove={follow}
      onPointerUp={release}
      onPointerCancel={() => {
        setIsDragged(false)
        setPointer(undefined)
      }}
      onPointerLeave={() => setPointer(undefined)}
      className="group/line relative flex h-6 cursor-pointer touch-none items-center rounded-control pointer-coarse:h-11"
    >
      <HeatCurve values={heat} />
      <SeekTrack
        playTime={playTime}
        shareOf={shareOf}
        position={isDragged && pointer !== undefined ? pointer : shareOf(time)}
        encoded={encoded}
        chapters={chapters}
        isActive={isDragged || isFocused}
      />
      {shown !== undefined && (
        <StoryboardPicture
          frame={frameAt(frames, shown * duration)}
          seconds={shown * duration}
          share={shown}
          chapter={chapterAt(chapters, shown * duration)?.title}
          isMissing={encoded !== undefined && shown * duration > encoded}
        />
      )}
    </div>
  )
}
