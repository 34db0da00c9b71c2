import { type KeyboardEvent, type RefObject, useState } from 'react'
import { formatDuration } from '../../../../format/duration.ts'
import { frameAt, type StoryboardFrame } from '../storyboard/parse-storyboard.ts'
import { StoryboardPicture } from '../storyboard/storyboard-picture.tsx'
import { type Chapter, chapterAt } from './chapters.ts'
import { HeatCurve } from './heat-curve.tsx'
import { SeekTrack } from './seek-track.tsx'
import { useDrag } from './use-drag.ts'
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

/** The one slider along the video. It shows the picture at the pointer or the focus, and seeks there. */
export function SeekBar({ video, playTime, encoded, frames, chapters, heat }: SeekBarProps) {
  const { time, duration, shownDuration } = playTime
  const { pointer, isDragged, goTo, handlers } = useDrag(video, duration)
  const [isFocused, setFocused] = useState(false)
  const shareOf = (seconds: number) => (duration > 0 ? Math.min(1, seconds / duration) : 0)
  const shown = pointer ?? (isFocused && duration > 0 ? shareOf(time) : undefined)
  const chapter = chapterAt(chapters, time)

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
      aria-valuetext={`${formatDuration(time)} of ${formatDuration(shownDuration)}${chapter ? `, ${chapter.title}` : ''}${encoded === undefined ? '' : `, encoded up to ${formatDuration(encoded)}`}`}
      onKeyDown={press}
      onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      {...handlers}
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
