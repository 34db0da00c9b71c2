import { errorFromResponse, jsonObject, noResponseError } from '../api-error.js'
import { readEvents } from './read-events.js'

/** @import { LiveEvent } from '../types.js' */

/** A heartbeat comes at least every 15 s; a connection without two of them is dead. */
const maxSilenceMs = 32_000

/**
 * The events of one connection. Rejects when the stream ends, breaks or is silent; the caller opens the next one.
 * @param {object} options
 * @param {(headers: Headers, signal: AbortSignal) => Promise<Response>} options.open sends the request, with credentials
 * @param {string | undefined} [options.lastEventId] everything that changed after this event is sent again
 * @param {AbortSignal | undefined} [options.signal]
 * @param {() => void} [options.onOpen]
 * @returns {AsyncGenerator<{ name: string, data: string, id: string }, void, void>}
 */
export async function* openEvents({ open, lastEventId, signal, onOpen }) {
  const stop = new AbortController()
  const end = () => stop.abort(signal?.reason)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stop.abort(noResponseError()), maxSilenceMs)
  }
  try {
    heard()
    const headers = new Headers({ accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) })
    const response = await open(headers, stop.signal)
    if (!response.ok) throw errorFromResponse(response.status, await response.text())
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) throw noResponseError()
    onOpen?.()
    yield* readEvents(response.body, heard)
    throw noResponseError()
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
    stop.abort()
  }
}

/** The event of the API that this is; undefined if it is another one. @param {{ name: string, data: string, id: string }} event @returns {LiveEvent | undefined} */
export function liveEventOf({ name, data, id }) {
  const fields = jsonObject(data)
  if (!fields || (name !== 'job_update' && name !== 'job_removed' && name !== 'system_stats')) return undefined
  return /** @type {LiveEvent} */ (/** @type {unknown} */ ({ name, id, data: fields }))
}
