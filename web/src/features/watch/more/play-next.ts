import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

const storageKey = 'video_forge_play_next'

/** A browser may block storage; then it is off on the next page. */
function readPlayNext(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on'
  } catch {
    return false
  }
}

/** Whether the next video starts by itself at the end of this one. Off until someone switches it on. */
export function usePlayNextChoice(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(readPlayNext)
  const choose = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // The choice still applies to this page.
    }
  }
  return [isOn, choose]
}

/** Navigation state of a page that was opened to play on. */
export const playsOn = { playsOn: true }

export const isPlayingOn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'playsOn' in state

/** Opens the next video when this one ends. */
export function usePlayNext(element: HTMLVideoElement | null, isOn: boolean, nextId: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!element || !isOn || !nextId) return
    const go = () => void navigate(`/video/${nextId}`, { state: playsOn })
    element.addEventListener('ended', go)
    return () => element.removeEventListener('ended', go)
  }, [element, isOn, nextId, navigate])
}
