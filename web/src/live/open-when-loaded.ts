import type { openStream, StreamHandlers } from './open-stream.ts'

let open: typeof openStream | undefined

/** Opens the stream. Most pages need no live events, so the code that reads them is loaded with the first connection. */
export function openWhenLoaded(lastEventId: string | undefined, handlers: StreamHandlers): { close: () => void } {
  if (open) return open(lastEventId, handlers)
  let isClosed = false
  let opened: { close: () => void } | undefined
  import('./open-stream.ts').then(
    (loaded) => {
      open = loaded.openStream
      if (!isClosed) opened = open(lastEventId, handlers)
    },
    () => {
      if (!isClosed) handlers.onBroken()
    },
  )
  return {
    close: () => {
      isClosed = true
      opened?.close()
    },
  }
}
