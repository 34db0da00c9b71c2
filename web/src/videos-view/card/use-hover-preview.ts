import { type PointerEvent, useEffect, useState } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'

/** A pointer that only crosses a card does not load its preview. */
const hoverDelayMs = 150

const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether to play a preview: a mouse rests on the element or it has the focus. Not on touch, and not with reduced motion. */
export function useHoverPreview() {
  const [isActive, setActive] = useState(false)
  const isSettled = useDebounced(isActive, hoverDelayMs)
  const [isAllowed, setAllowed] = useState(false)
  useEffect(() => setAllowed(isActive && !prefersReducedMotion()), [isActive])
  return {
    isMoving: isActive && isSettled && isAllowed,
    handlers: {
      onPointerEnter: (event: PointerEvent) => setActive(event.pointerType === 'mouse'),
      onPointerLeave: () => setActive(false),
      onFocus: () => setActive(true),
      onBlur: () => setActive(false),
    },
  }
}
