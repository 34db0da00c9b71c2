import type { JobUpdate, SystemStats } from '@video-forge/contract/live'
import { EventSource, type EventSourceFetchInit, type FetchLikeResponse } from 'eventsource'
import { renewToken } from '../session/renew-token.ts'
import { storedToken } from '../session/stored-session.ts'
import { parseRemoved, parseStats, parseUpdate } from './parse-live.ts'

const address = '/prod/api/jobs/events'
const names = ['job_update', 'job_removed', 'system_stats'] as const

export type LiveMessage =
  | { kind: 'update'; update: JobUpdate }
  | { kind: 'removed'; jobId: string }
  | { kind: 'stats'; stats: SystemStats | undefined }

/** A heartbeat comes at least every 15 s; a connection without two of them is dead. */
const maxSilenceMs = 32_000

export interface StreamHandlers {
  onOpen: () => void
  /** Without a message for an event that cannot be read. */
  onMessage: (message: LiveMessage | undefined, id: string) => void
  /** Called once, as the last event. */
  onBroken: () => void
}

/** One connection for live events, with the token in the header and never in the URL. It does not reconnect by itself. */
export function openStream(lastEventId: string | undefined, { onOpen, onMessage, onBroken }: StreamHandlers): { close: () => void } {
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  const close = () => {
    isClosed = true
    clearTimeout(silenceTimer)
    source.close()
  }
  const fail = () => {
    if (isClosed) return
    close()
    onBroken()
  }
  const restartSilenceTimer = () => {
    clearTimeout(silenceTimer)
    if (!isClosed) silenceTimer = setTimeout(fail, maxSilenceMs)
  }

  const source = new EventSource(address, {
    fetch: async (url, init) => withActivity(await fetchAsUser(String(url), init, lastEventId), restartSilenceTimer),
  })
  source.addEventListener('open', () => {
    if (!isClosed) onOpen()
  })
  source.addEventListener('error', fail)
  for (const name of names) {
    source.addEventListener(name, (event) => {
      if (!isClosed) onMessage(readMessage(name, String(event.data)), event.lastEventId)
    })
  }
  restartSilenceTimer()
  return { close }
}

function readMessage(name: (typeof names)[number], data: string): LiveMessage | undefined {
  if (name === 'system_stats') return { kind: 'stats', stats: parseStats(data) }
  if (name === 'job_removed') {
    const jobId = parseRemoved(data)
    return jobId === undefined ? undefined : { kind: 'removed', jobId }
  }
  const update = parseUpdate(data)
  return update && { kind: 'update', update }
}

/** An expired token is renewed and the request repeated once. */
async function fetchAsUser(url: string, init: EventSourceFetchInit, lastEventId: string | undefined): Promise<Response> {
  const send = (token: string) => {
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${token}`)
    if (lastEventId !== undefined) headers.set('Last-Event-ID', lastEventId)
    return fetch(url, { method: 'GET', headers, cache: 'no-store', signal: init.signal instanceof AbortSignal ? init.signal : null })
  }
  const token = storedToken()
  if (!token) throw new Error('not signed in')
  const response = await send(token)
  return response.status === 401 ? send(await renewToken(token)) : response
}

/** Heartbeats are comments, for which there is no event, so the bytes themselves are watched. */
function withActivity({ body, url, status, redirected, headers }: Response, onActivity: () => void): FetchLikeResponse {
  const watched = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onActivity()
        controller.enqueue(chunk)
      },
    }),
  )
  return { body: watched ?? null, url, status, redirected, headers }
}
