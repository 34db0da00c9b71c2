import { useCallback, useSyncExternalStore } from 'react'

/** What `read` returns for the video element, read again after each of the events; `events` must stay the same array. */
export function useElementValue<Value>(
  element: HTMLVideoElement | null,
  events: readonly (keyof HTMLMediaElementEventMap)[],
  read: (element: HTMLVideoElement | null) => Value,
): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stop = new AbortController()
      for (const event of events) element?.addEventListener(event, onChange, { signal: stop.signal })
      return () => stop.abort()
    },
    [element, events],
  )
  return useSyncExternalStore(subscribe, () => read(element))
}
