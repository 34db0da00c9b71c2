import { createContext, type RefObject, startTransition, useCallback, useContext, useMemo, useState } from 'react'

/** What the rest of the page knows of the player. */
export interface Playback {
  /** Null before there is something to play. */
  element: HTMLVideoElement | null
  /** Plays from there, and brings the player into view. */
  seekTo: (seconds: number) => void
}

export const PlaybackContext = createContext<Playback>({ element: null, seekTo: () => undefined })

export const usePlayback = (): Playback => useContext(PlaybackContext)

/** The playback of the player inside a frame, which gets `onMedia`. */
export function usePlaybackIn(frame: RefObject<HTMLElement | null>) {
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  const onMedia = useCallback((video: HTMLVideoElement) => {
    // Not urgent: it draws the rest of the page again.
    startTransition(() => setElement(video))
    return () => setElement(null)
  }, [])
  const seekTo = useCallback(
    (seconds: number) => {
      if (!element) return
      element.currentTime = seconds
      void element.play().catch(() => undefined)
      frame.current?.scrollIntoView?.({ block: 'nearest' })
    },
    [element, frame],
  )
  const playback: Playback = useMemo(() => ({ element, seekTo }), [element, seekTo])
  return { playback, onMedia }
}
