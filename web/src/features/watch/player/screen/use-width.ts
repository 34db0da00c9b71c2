import { type RefObject, useLayoutEffect, useState } from 'react'

/** Widths in pixels from which on there is space for more controls. */
export const roomy = { time: 280, buttons: 560 }

/** The width of an element in pixels; undefined while unknown. */
export function useWidth(ref: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth || undefined)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [ref])
  return width
}
