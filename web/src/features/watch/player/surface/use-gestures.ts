import { type RefObject, useEffect, useRef } from 'react'

/** Two taps closer than this are a double tap. */
const doubleTapMs = 300

interface Gestures {
  /** A click of the mouse. */
  onClick: () => void
  onDoubleClick: () => void
  onTap: () => void
  /** `count` is 1 for the second tap of a series, 2 for the third, and so on. */
  onDoubleTap: (side: 'left' | 'middle' | 'right', count: number) => void
}

function sideOf({ clientX }: PointerEvent, element: HTMLElement): 'left' | 'middle' | 'right' {
  const { left, width } = element.getBoundingClientRect()
  const share = width > 0 ? (clientX - left) / width : 0.5
  return share < 1 / 3 ? 'left' : share > 2 / 3 ? 'right' : 'middle'
}

/** Clicks and taps on the picture. */
export function useGestures(surface: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures)
  useEffect(() => {
    latest.current = gestures
  })
  useEffect(() => {
    const element = surface.current
    if (!element) return
    let isTouch = false
    let last: { side: string; at: number; count: number } | undefined
    const tap = (event: PointerEvent) => {
      isTouch = event.pointerType === 'touch'
      if (!isTouch) return
      const side = sideOf(event, element)
      const count = last?.side === side && event.timeStamp - last.at < doubleTapMs ? last.count + 1 : 0
      last = { side, at: event.timeStamp, count }
      if (count > 0) latest.current.onDoubleTap(side, count)
      else latest.current.onTap()
    }
    // Browsers send these after a tap as well.
    const click = () => !isTouch && latest.current.onClick()
    const doubleClick = () => !isTouch && latest.current.onDoubleClick()
    // The browser's menu for videos has an entry to download.
    const preventMenu = (event: Event) => event.preventDefault()
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('pointerup', tap, { signal })
    element.addEventListener('click', click, { signal })
    element.addEventListener('dblclick', doubleClick, { signal })
    element.addEventListener('contextmenu', preventMenu, { signal })
    return () => stop.abort()
  }, [surface])
}
