import type { IncomingMessage } from 'node:http'
import { Failure } from '@video-forge/contract/errors'

/** How slow a body may come: fewer bytes than this in a span of time, and its sender counts as gone. */
export interface SlowestPace {
  bytes: number
  spanMs: number
}

/** Half a kilobyte a second: slower than any network on which somebody would send a video. */
export const slowestUpload: SlowestPace = { bytes: 64 * 1024, spanMs: 120_000 }

/**
 * Aborts when a body comes more slowly than it may, however long it takes as a whole. It counts what the connection brings, so whoever
 * reads the body need not know. `stop` ends the watch.
 */
export function watchForStall(request: IncomingMessage, { bytes, spanMs }: SlowestPace): { signal: AbortSignal; stop: () => void } {
  const stalled = new AbortController()
  let before = request.socket.bytesRead
  const timer = setInterval(() => {
    const now = request.socket.bytesRead
    if (request.complete || now - before >= bytes) {
      before = now
      return
    }
    clearInterval(timer)
    stalled.abort(new Failure('REQUEST_TIMEOUT', 'The file came too slowly and the upload was stopped. Please send it again.'))
  }, spanMs)
  timer.unref()
  return { signal: stalled.signal, stop: () => clearInterval(timer) }
}
