import { type RefObject, useEffect, useState } from 'react'

/** A shorter wait needs no spinner. */
const patienceMs = 300

const events = [
  'waiting',
  'seeking',
  'seeked',
  'playing',
  'canplay',
  'canplaythrough',
  'timeupdate',
  'pause',
  'play',
  'emptied',
  'ended',
  'error',
] as const

const waits = (video: HTMLVideoElement): boolean =>
  !video.ended && !video.error && (!video.paused || video.seeking) && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA

/** Whether to show a spinner: nothing is loaded, or someone waits for the next picture. */
export function useIsWaiting(element: RefObject<HTMLVideoElement | null>, hasSource: boolean): boolean {
  const [isWaiting, setIsWaiting] = useState(!hasSource)
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const video = element.current
    if (!video) return
    const follow = () => setIsWaiting(!hasSource || waits(video))
    for (const event of events) video.addEventListener(event, follow)
    follow()
    return () => {
      for (const event of events) video.removeEventListener(event, follow)
    }
  }, [element, hasSource])
  useEffect(() => {
    if (!isWaiting) return setIsLong(false)
    const timer = setTimeout(() => setIsLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting && isLong
}
