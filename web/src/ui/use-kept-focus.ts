import { useLayoutEffect, useRef } from 'react'

/** When what is shown changes and the focused button is gone, the first of the new ones gets the focus. */
export function useKeptFocus(shown: string | undefined, onFocusLost: () => void) {
  const area = useRef<HTMLFieldSetElement>(null)
  const before = useRef<string>(undefined)
  useLayoutEffect(() => {
    const isChanged = before.current !== undefined && before.current !== shown
    before.current = shown
    if (!isChanged || document.activeElement !== document.body) return
    const button = area.current?.querySelector('button')
    if (button) button.focus()
    else onFocusLost()
  }, [shown, onFocusLost])
  return area
}
