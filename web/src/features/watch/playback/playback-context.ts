import { createContext, type RefObject, useCallback, useContext, useEffect, useMemo, useState } from 'react'

/** What the rest of the page knows of the player. */
export interface Playback {
  /** Null before there is something to play. */
  element: HTMLVideoElement | null
  /** Plays from there, and brings the player into view. */
  seekTo: (seconds: number) => void
}

export const PlaybackContext = createContext<Playback>({ element: null, seekTo: () => undefined })

export const usePlayback = (): Playback => useContext(PlaybackContext)

/** The video element inside a frame. The player makes it, and may replace it. */
export function usePlaybackIn(frame: RefObject<HTMLElement | null>): Playback {
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  useEffect(() => {
    const look = () => setElement(frame.current?.querySelector('video') ?? null)
    look()
    const observer = new MutationObserver(look)
    if (frame.current) observer.observe(frame.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [frame])
  const seekTo = useCallback(
    (seconds: number) => {
      if (!element) return
      element.currentTime = seconds
      void element.play().catch(() => undefined)
      frame.current?.scrollIntoView?.({ block: 'nearest' })
    },
    [element, frame],
  )
  return useMemo(() => ({ element, seekTo }), [element, seekTo])
}
