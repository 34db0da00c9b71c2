import { EventSource, type EventSourceFetchInit, type FetchLikeResponse } from 'eventsource'
import { renewToken } from '../session/renew-token.ts'
import { storedToken } from '../session/stored-session.ts'

const address = '/prod/api/jobs/events'
const names = ['job_update', 'job_removed', 'system_stats'] as const
export type EventName = (typeof names)[number]

/** A heartbeat comes at least every 15 s; a connection that says nothing for two of them is dead, whatever it says of itself. */
const silenceMs = 32_000

interface Reactions {
  onOpen: () => void
  onEvent: (name: EventName, data: string, id: string) => void
  /** Once, however it ended; nothing comes after it. */
  onBroken: () => void
}

/** One connection for live events, with the token in the header and never in the address. It doesn't come back by itself. */
export function openStream(lastEventId: string | undefined, { onOpen, onEvent, onBroken }: Reactions): { close: () => void } {
  let silence: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const close = () => {
    isOver = true
    clearTimeout(silence)
    source.close()
  }
  const fail = () => {
    if (isOver) return
    close()
    onBroken()
  }
  const noteLife = () => {
    clearTimeout(silence)
    if (!isOver) silence = setTimeout(fail, silenceMs)
  }

  const source = new EventSource(address, {
    fetch: async (url, init) => withSignsOfLife(await fetchAsUser(String(url), init, lastEventId), noteLife),
  })
  source.addEventListener('open', () => {
    if (!isOver) onOpen()
  })
  source.addEventListener('error', fail)
  for (const name of names) {
    source.addEventListener(name, (event) => {
      if (!isOver) onEvent(name, String(event.data), event.lastEventId)
    })
  }
  noteLife()
  return { close }
}

/** A token that has run out is renewed, together with whoever else waits for that, and the call made once more. */
async function fetchAsUser(url: string, init: EventSourceFetchInit, lastEventId: string | undefined): Promise<Response> {
  const send = (token: string) => {
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${token}`)
    if (lastEventId !== undefined) headers.set('Last-Event-ID', lastEventId)
    return fetch(url, { method: 'GET', headers, cache: 'no-store', signal: init.signal instanceof AbortSignal ? init.signal : null })
  }
  const token = storedToken()
  if (!token) throw new Error('Nobody is signed in.')
  const response = await send(token)
  return response.status === 401 ? send(await renewToken(token)) : response
}

/** The heartbeat is a comment, which no event tells of, so it is seen where the bytes pass. */
function withSignsOfLife({ body, url, status, redirected, headers }: Response, onLife: () => void): FetchLikeResponse {
  const watched = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onLife()
        controller.enqueue(chunk)
      },
    }),
  )
  return { body: watched ?? null, url, status, redirected, headers }
}
