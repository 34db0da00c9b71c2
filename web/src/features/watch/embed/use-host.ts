import { useCallback, useRef } from 'react'
import { connectHost, type HostEvent } from './connect-host.ts'

/** Lets the page around the player control it. */
export function useHost() {
  const connection = useRef<ReturnType<typeof connectHost>>(undefined)
  return {
    onMedia: useCallback((video: HTMLVideoElement) => {
      connection.current = connectHost(video)
      return () => connection.current?.close()
    }, []),
    send: useCallback((event: HostEvent) => connection.current?.send(event), []),
  }
}
