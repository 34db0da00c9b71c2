import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '../../../format/duration.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { usePlayback } from '../playback/playback-context.ts'
import type { TranscriptCue } from './find-cues.ts'
import { usePlayedCue } from './use-played-cue.ts'

interface TranscriptListProps {
  /** All of them, or those that were searched for. */
  cues: readonly TranscriptCue[]
  language: string
}

/** What is said, with the times. It follows the playback until someone scrolls. */
export function TranscriptList({ cues, language }: TranscriptListProps) {
  const { element, seekTo } = usePlayback()
  const played = usePlayedCue(element, cues)
  const list = useRef<HTMLOListElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  const stopFollowing = () => setFollowing(false)

  useEffect(() => {
    const box = list.current
    const row = box?.children[played]
    if (!isFollowing || !box || !(row instanceof HTMLElement)) return
    // Only the list scrolls; the page stays where it is.
    box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 2 + row.clientHeight / 2
  }, [played, isFollowing])

  return (
    <div className="relative">
      <ol
        ref={list}
        lang={language}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
        onPointerDown={(event) => event.target === event.currentTarget && stopFollowing()}
        className="-mx-2 flex max-h-96 flex-col overflow-y-auto"
      >
        {cues.map(({ start, text }, index) => (
          <li key={`${start} ${text}`}>
            <button
              type="button"
              aria-current={index === played || undefined}
              onClick={() => {
                setFollowing(true)
                seekTo(start)
              }}
              className={classNames(
                'flex min-h-10 w-full items-baseline gap-3 rounded-control px-2 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2',
                index === played && 'bg-sunken font-medium forced-colors:outline forced-colors:-outline-offset-1',
              )}
            >
              <span className="w-12 shrink-0 text-13 text-muted tabular-nums">{formatDuration(start)}</span>
              <span dir="auto" className="wrap-anywhere">
                {text}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {!isFollowing && (
        <Button size="small" onClick={() => setFollowing(true)} className="absolute right-2 bottom-2 shadow-raised">
          Follow the video
        </Button>
      )}
    </div>
  )
}
