import { type RefObject, useEffect, useState } from 'react'

/** Widths in pixels from which on there is space for more controls. */
export const roomy = { time: 280, buttons: 560 }

/**
 * The width of an element in pixels. Until the browser has laid it out, that of the window: asking for it sooner would force a layout in the
 * middle of the first render.
 */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(() => window.innerWidth)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || window.innerWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
