import { formatDuration } from '../../../../format/duration.ts'
import type { StoryboardFrame } from './parse-storyboard.ts'

interface StoryboardPictureProps {
  frame: StoryboardFrame | undefined
  seconds: number
  /** The position on the timeline, 0 to 1. */
  share: number
  /** The title of the chapter at this time. */
  chapter: string | undefined
  /** This part is not encoded yet. */
  isMissing: boolean
}

/** The picture at a time, above its position on the timeline. It stays inside the player at both ends. */
export function StoryboardPicture({ frame, seconds, share, chapter, isMissing }: StoryboardPictureProps) {
  const half = `${Math.max(frame?.width ?? 56, isMissing || chapter ? 150 : 0) / 2 + 4}px`
  return (
    <div
      aria-hidden="true"
      data-storyboard=""
      className="pointer-events-none absolute bottom-full mb-1 flex -translate-x-1/2 flex-col items-center gap-1"
      style={{ left: `clamp(${half}, ${share * 100}%, calc(100% - ${half}))` }}
    >
      {frame && (
        <div
          className="relative overflow-hidden rounded-control border border-on-stage/30 bg-stage shadow-raised"
          style={{ width: frame.width, height: frame.height }}
        >
          <img src={frame.url} alt="" className="absolute max-w-none" style={{ left: -frame.x, top: -frame.y }} />
        </div>
      )}
      {chapter && <span className="max-w-40 truncate rounded-[6px] bg-stage/85 px-1.5 py-0.5 text-12 text-on-stage">{chapter}</span>}
      <span className="whitespace-nowrap rounded-[6px] bg-stage/85 px-1.5 py-0.5 font-medium text-12 text-on-stage tabular-nums">
        {formatDuration(seconds)}
        {isMissing && ' · not encoded yet'}
      </span>
    </div>
  )
}
