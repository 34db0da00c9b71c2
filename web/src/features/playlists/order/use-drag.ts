import { type PointerEvent as ReactPointerEvent, useEffect, useState } from 'react'

/** So close to the edge of the screen, the page scrolls. */
const edgePixels = 72
const scrollStep = 16

/** The row under the pointer: rows name their video in `data-video`. */
const videoAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-video]')?.dataset['video']

/** Moves a row while its handle is dragged, by mouse, pen or finger. Rows are drawn again meanwhile, so the window is listened to. */
export function useDrag(onOver: (dragged: string, over: string) => void) {
  const [dragged, setDragged] = useState<string>()
  useEffect(() => {
    if (!dragged) return
    const follow = ({ clientX, clientY }: PointerEvent) => {
      if (clientY < edgePixels) window.scrollBy(0, -scrollStep)
      if (clientY > window.innerHeight - edgePixels) window.scrollBy(0, scrollStep)
      const over = videoAt(clientX, clientY)
      if (over && over !== dragged) onOver(dragged, over)
    }
    const end = () => setDragged(undefined)
    const stop = new AbortController()
    window.addEventListener('pointermove', follow, { signal: stop.signal })
    for (const name of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(name, end, { signal: stop.signal })
    return () => stop.abort()
  }, [dragged, onOver])
  return {
    dragged,
    onPointerDown: (id: string) => (event: ReactPointerEvent) => {
      if (event.button === 0) setDragged(id)
    },
  }
}
