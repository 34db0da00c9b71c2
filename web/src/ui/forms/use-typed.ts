import { useEffect, useState } from 'react'
import { useDebounced } from '../use-debounced.ts'

/** Waits until nobody types any more. */
const typingMs = 300

/** The text of a field whose value follows it a moment later. */
export function useTyped(value: string, onTyped: (text: string) => void) {
  const [text, setText] = useState(value)
  const typed = useDebounced(text, typingMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed changes the value
  useEffect(() => {
    if (typed.trim() !== value) onTyped(typed)
  }, [typed])
  // "Show all" empties the value.
  useEffect(() => {
    if (value === '') setText('')
  }, [value])
  return [text, setText] as const
}
