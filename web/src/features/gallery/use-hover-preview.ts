import { type PointerEvent, useEffect, useState } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'

/** A pointer that only crosses a card does not load its preview. */
const restMilliseconds = 150

const prefersStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether a mouse rests on something or the keyboard has reached it. A finger has no hover, and stillness can be preferred. */
export function useHoverPreview() {
  const [pointed, setPointed] = useState(false)
  const rests = useDebounced(pointed, restMilliseconds)
  const [allowed, setAllowed] = useState(false)
  useEffect(() => setAllowed(pointed && !prefersStillness()), [pointed])
  return {
    moving: pointed && rests && allowed,
    handlers: {
      onPointerEnter: (event: PointerEvent) => setPointed(event.pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setPointed(true),
      onBlur: () => setPointed(false),
    },
  }
}
