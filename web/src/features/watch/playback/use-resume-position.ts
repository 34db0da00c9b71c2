import { useEffect } from 'react'
import { forgetPosition, rememberPosition, resumePosition } from '../../../videos-view/resume-positions.ts'

/** Seconds of playback between two writes. */
const writeInterval = 5

interface ResumeOptions {
  /** The address says where to start, which counts more than where someone stopped. The player starts there. */
  hasStart: boolean
  /** Seconds, where the element does not know it. */
  duration: number | null
}

/** Starts a video where someone stopped watching it, and remembers where they are. */
export function useResumePosition(element: HTMLVideoElement | null, videoId: string, { hasStart, duration }: ResumeOptions): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it starts is decided once
  useEffect(() => {
    if (!element) return
    let seen: number | undefined
    let written = 0
    const length = () => (Number.isFinite(element.duration) ? element.duration : (duration ?? 0))
    const write = () => {
      if (seen === undefined) return
      written = seen
      rememberPosition(videoId, seen, length())
    }
    const start = () => {
      const position = hasStart ? 0 : (resumePosition(videoId)?.seconds ?? 0)
      if (position > 0 && (length() === 0 || position < length())) element.currentTime = position
    }
    const follow = () => {
      if (element.currentTime === 0 && seen === undefined) return
      seen = element.currentTime
      if (Math.abs(seen - written) >= writeInterval) write()
    }
    const end = () => {
      seen = undefined
      forgetPosition(videoId)
    }
    const stop = new AbortController()
    const { signal } = stop
    if (element.readyState > 0) start()
    else element.addEventListener('loadedmetadata', start, { once: true, signal })
    element.addEventListener('timeupdate', follow, { signal })
    element.addEventListener('pause', write, { signal })
    element.addEventListener('ended', end, { signal })
    window.addEventListener('pagehide', write, { signal })
    return () => {
      write()
      stop.abort()
    }
  }, [element, videoId])
}
