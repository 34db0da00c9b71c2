import { useCallback, useEffect, useRef } from 'react'

/** Plays from the start of a caption to its end. The page stays where it is. */
export function usePlayCue(element: HTMLVideoElement | null): (cue: { start: number; end: number }) => void {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return useCallback(
    ({ start, end }) => {
      stop.current?.()
      if (!element) return
      let frame = 0
      const finish = () => {
        cancelAnimationFrame(frame)
        element.removeEventListener('pause', finish)
        stop.current = undefined
      }
      // More exact than the event, which comes four times a second.
      const watch = () => {
        const time = element.currentTime
        if (time >= end) element.pause()
        // Somebody has sought elsewhere.
        else if (time < start - 0.5) finish()
        else frame = requestAnimationFrame(watch)
      }
      stop.current = finish
      element.currentTime = start
      void element.play().then(
        () => {
          if (stop.current !== finish) return
          element.addEventListener('pause', finish)
          watch()
        },
        () => finish(),
      )
    },
    [element],
  )
}
