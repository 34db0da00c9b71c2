import { type RefObject, useCallback, useSyncExternalStore } from 'react'

/** An iPhone lets only the video itself fill the screen, with its own controls. */
function enterOnIphone(video: HTMLVideoElement): boolean {
  if (!('webkitEnterFullscreen' in video) || typeof video.webkitEnterFullscreen !== 'function') return false
  try {
    video.webkitEnterFullscreen()
    return true
  } catch {
    // It throws until the video has loaded.
    return false
  }
}

/** Returns feedback. */
export function toggleFullscreen(frame: HTMLElement | null, video: HTMLVideoElement): string | undefined {
  if (document.fullscreenElement) {
    void document.exitFullscreen().catch(() => undefined)
    return 'Full screen off'
  }
  if (frame && typeof frame.requestFullscreen === 'function') {
    void frame.requestFullscreen().catch(() => undefined)
    return 'Full screen'
  }
  return enterOnIphone(video) ? 'Full screen' : undefined
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

/** Whether an element fills the screen. */
export const useIsFullscreen = (frame: RefObject<HTMLElement | null>): boolean =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => frame.current !== null && document.fullscreenElement === frame.current, [frame]),
  )
