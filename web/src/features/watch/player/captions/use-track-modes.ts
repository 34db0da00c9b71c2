import { type RefObject, useEffect, useState } from 'react'

type VideoRef = RefObject<HTMLVideoElement | null>

/** Whether the browser draws the picture itself, without the page: in its own full screen on a phone, or as picture in picture. */
function useIsDrawnByBrowser(element: VideoRef): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    const video = element.current
    if (!video) return
    const begin = () => setIsDrawn(true)
    const end = () => setIsDrawn(false)
    const begins = ['webkitbeginfullscreen', 'enterpictureinpicture']
    const ends = ['webkitendfullscreen', 'leavepictureinpicture']
    for (const name of begins) video.addEventListener(name, begin)
    for (const name of ends) video.addEventListener(name, end)
    return () => {
      for (const name of begins) video.removeEventListener(name, begin)
      for (const name of ends) video.removeEventListener(name, end)
    }
  }, [element])
  return isDrawn
}

/** Loads the track that is shown. The page draws its cues, unless the browser draws the picture without the page. */
export function useTrackModes(element: VideoRef, shownId: string | undefined): void {
  const shownMode = useIsDrawnByBrowser(element) ? 'showing' : 'hidden'
  useEffect(() => {
    const video = element.current
    if (!video) return
    const apply = () => {
      const own = new Map(Array.from(video.querySelectorAll('track'), (track) => [track.track, track.id]))
      for (const [track, id] of own) track.mode = id === shownId ? shownMode : 'disabled'
      // Where the browser plays the stream itself, it finds the same captions in its playlist.
      for (const track of Array.from(video.textTracks ?? [])) if (!own.has(track)) track.mode = 'disabled'
    }
    apply()
    video.textTracks?.addEventListener?.('addtrack', apply)
    return () => video.textTracks?.removeEventListener?.('addtrack', apply)
  }, [element, shownId, shownMode])
}
