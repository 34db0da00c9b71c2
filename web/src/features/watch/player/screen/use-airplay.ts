import { type RefObject, useEffect, useState } from 'react'

const eventName = 'webkitplaybacktargetavailabilitychanged'

/** Safari has it. It plays playlists itself, which AirPlay needs. */
export const hasAirplay = (): boolean => 'WebKitPlaybackTargetAvailabilityEvent' in window

/** Opens the list of screens to play on; undefined while there is none. */
export function useAirplay(element: RefObject<HTMLVideoElement | null>): (() => void) | undefined {
  const [isAvailable, setIsAvailable] = useState(false)
  useEffect(() => {
    const video = element.current
    if (!video || !hasAirplay()) return
    const follow = (event: Event) => setIsAvailable('availability' in event && event.availability === 'available')
    video.addEventListener(eventName, follow)
    return () => video.removeEventListener(eventName, follow)
  }, [element])
  if (!isAvailable) return undefined
  return () => {
    const video = element.current
    if (video && 'webkitShowPlaybackTargetPicker' in video && typeof video.webkitShowPlaybackTargetPicker === 'function')
      video.webkitShowPlaybackTargetPicker()
  }
}
