import type { IncomingMessage } from 'node:http'
import { Failure } from '@video-forge/contract/errors'

/** The minimum rate of a body: fewer bytes in this time count as a stall. */
export interface MinRate {
  bytes: number
  spanMs: number
}

/** Half a kilobyte per second, slower than any network that is usable for video. */
export const slowestUpload: MinRate = { bytes: 64 * 1024, spanMs: 120_000 }

/**
 * Aborts when a body arrives more slowly than the minimum rate, however long it takes in total. It counts the bytes of the connection,
 * independently of the reader. `stop` ends the check.
 */
export function watchForStall(request: IncomingMessage, { bytes, spanMs }: MinRate): { signal: AbortSignal; stop: () => void } {
  const stalled = new AbortController()
  let before = request.socket.bytesRead
  const timer = setInterval(() => {
    const now = request.socket.bytesRead
    if (request.complete || now - before >= bytes) {
      before = now
      return
    }
    clearInterval(timer)
    stalled.abort(new Failure('REQUEST_TIMEOUT', 'The upload was too slow and was stopped. Please try again.'))
  }, spanMs)
  timer.unref()
  return { signal: stalled.signal, stop: () => clearInterval(timer) }
}
