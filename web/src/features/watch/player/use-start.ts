import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { parseStartTime } from '../../../videos-view/start-time.ts'
import { seekTo } from './keyboard/perform-command.ts'

/** Seconds where the address says that the video starts. A link to another time of the same page seeks there and plays. */
export function useStart(element: RefObject<HTMLVideoElement | null>, duration: number | null): number {
  const { search, key } = useLocation()
  const query = new URLSearchParams(search)
  const named = parseStartTime(query.get('t') ?? query.get('start'))
  // Nobody means to start at the end.
  const seconds = named !== undefined && duration !== null && named >= duration ? undefined : named
  const seen = useRef(key)
  useEffect(() => {
    if (seen.current === key) return
    seen.current = key
    const video = element.current
    if (!video || video.readyState === 0 || seconds === undefined) return
    seekTo(video, seconds)
    void video.play().catch(() => undefined)
  }, [element, key, seconds])
  return seconds ?? 0
}
