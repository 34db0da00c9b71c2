import { classNames } from '../../../../ui/class-names.ts'
import type { Chapter } from './chapters.ts'
import type { PlayTime } from './use-play-time.ts'

interface SeekTrackProps {
  playTime: PlayTime
  /** The share of the video at a time, 0 to 1. */
  shareOf: (seconds: number) => number
  /** Where the handle is, 0 to 1. */
  position: number
  encoded: number | undefined
  chapters: readonly Chapter[]
  /** It is dragged or has the focus, so the handle is shown. */
  isActive: boolean
}

const percent = (share: number): string => `${share * 100}%`

/** What the slider looks like: played, buffered and not yet encoded ranges, chapters and the handle. */
export function SeekTrack({ playTime: { time, buffered }, shareOf, position, encoded, chapters, isActive }: SeekTrackProps) {
  const isMissing = encoded !== undefined && time > encoded
  return (
    <>
      <div className="relative h-1 w-full overflow-hidden rounded-full bg-on-stage/25 transition-[height] group-hover/line:h-1.5 forced-colors:h-2 forced-colors:border">
        {encoded !== undefined && (
          <div data-missing="" className="hatched absolute inset-y-0 right-0" style={{ left: percent(shareOf(encoded)) }} />
        )}
        <div
          data-buffered=""
          className="absolute inset-y-0 left-0 bg-on-stage/40 forced-colors:bg-[GrayText]"
          style={{ width: percent(isMissing ? 0 : shareOf(buffered)) }}
        />
        <div
          data-played=""
          className="absolute inset-y-0 left-0 bg-ember forced-colors:bg-[Highlight]"
          style={{ width: percent(encoded === undefined ? position : Math.min(position, shareOf(encoded))) }}
        />
        {chapters.map(({ start }) => {
          const share = shareOf(start)
          return (
            share > 0 &&
            share < 1 && (
              <div
                key={start}
                data-chapter=""
                className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-stage forced-colors:bg-[Canvas]"
                style={{ left: percent(share) }}
              />
            )
          )
        })}
      </div>
      <div
        className={classNames(
          'absolute size-3 -translate-x-1/2 rounded-full bg-ember transition-transform group-hover/line:scale-100 pointer-coarse:scale-100 forced-colors:bg-[Highlight]',
          isActive || isMissing ? 'scale-100' : 'scale-0',
        )}
        style={{ left: percent(position) }}
      />
    </>
  )
}
