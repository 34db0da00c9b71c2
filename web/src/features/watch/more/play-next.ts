import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useStoredSwitch } from '../stored-switch.ts'

/** Whether the next video starts by itself at the end of this one. Off until someone switches it on. */
export const usePlayNextChoice = () => useStoredSwitch('video_forge_play_next', false)

/** Navigation state of a page that was opened to play on. */
const playsOn = { playsOn: true }

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
