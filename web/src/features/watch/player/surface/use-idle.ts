import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

/** The controls disappear this long after the last movement. */
const idleMs = 2000

interface IdleOptions {
  isPlaying: boolean
  /** Something is open that must not disappear, like a menu. */
  isHeld: boolean
}

/** Whether the controls should be hidden: while it plays, nobody moves a pointer and no key has moved the focus into the player. */
export function useIdle({ isPlaying, isHeld }: IdleOptions) {
  const [isActive, setIsActive] = useState(true)
  const [hasKeyboardFocus, setHasKeyboardFocus] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const wake = useCallback(() => {
    clearTimeout(timer.current)
    setIsActive(true)
    timer.current = setTimeout(() => setIsActive(false), idleMs)
  }, [])
  const rest = useCallback(() => {
    clearTimeout(timer.current)
    setIsActive(false)
  }, [])
  // After a pause or a menu the controls stay for a moment.
  useEffect(() => {
    if (isPlaying && !isHeld) wake()
  }, [isPlaying, isHeld, wake])
  useEffect(() => () => clearTimeout(timer.current), [])

  const isIdle = isPlaying && !isHeld && !hasKeyboardFocus && !isActive
  return {
    isIdle,
    /** For a tap on the picture. */
    toggle: useCallback(() => (isIdle ? wake() : rest()), [isIdle, wake, rest]),
    handlers: {
      onPointerMove: wake,
      onPointerDown: () => setHasKeyboardFocus(false),
      onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && rest(),
      onFocus: (event: FocusEvent) => {
        wake()
        setHasKeyboardFocus(event.target.matches(':focus-visible'))
      },
      onBlur: () => setHasKeyboardFocus(false),
    },
  }
}
