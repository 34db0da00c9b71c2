import { openEvents } from '@video-forge/client/parts/events/open-events'
import type { JobUpdate, SystemStats } from '@video-forge/contract/live'
import { renewToken } from '../session/renew-token.ts'
import { storedToken } from '../session/stored-session.ts'
import { parseRemoved, parseStats, parseUpdate } from './parse-live.ts'

const address = '/prod/api/jobs/events'

export type LiveMessage =
  | { kind: 'update'; update: JobUpdate }
  | { kind: 'removed'; jobId: string }
  | { kind: 'stats'; stats: SystemStats | undefined }

export interface StreamHandlers {
  onOpen: () => void
  /** Without a message for an event that cannot be read. */
  onMessage: (message: LiveMessage | undefined, id: string) => void
  /** Called once, as the last event. */
  onBroken: () => void
}

/** One connection for live events, with the token in the header and never in the URL. It does not reconnect by itself. */
export function openStream(lastEventId: string | undefined, handlers: StreamHandlers): { close: () => void } {
  const stop = new AbortController()
  void readStream(lastEventId, handlers, stop.signal)
  return { close: () => stop.abort() }
}

async function readStream(lastEventId: string | undefined, { onOpen, onMessage, onBroken }: StreamHandlers, signal: AbortSignal) {
  try {
    for await (const { name, data, id } of openEvents({ open: fetchAsUser, lastEventId, signal, onOpen })) {
      if (signal.aborted) return
      if (name === 'job_update' || name === 'job_removed' || name === 'system_stats') onMessage(readMessage(name, data), id)
    }
  } catch {
    if (!signal.aborted) onBroken()
  }
}

function readMessage(name: 'job_update' | 'job_removed' | 'system_stats', data: string): LiveMessage | undefined {
  if (name === 'system_stats') return { kind: 'stats', stats: parseStats(data) }
  if (name === 'job_removed') {
    const jobId = parseRemoved(data)
    return jobId === undefined ? undefined : { kind: 'removed', jobId }
  }
  const update = parseUpdate(data)
  return update && { kind: 'update', update }
}

/** An expired token is renewed and the request repeated once. */
async function fetchAsUser(headers: Headers, signal: AbortSignal): Promise<Response> {
  const send = (token: string) => {
    headers.set('authorization', `Bearer ${token}`)
    return fetch(address, { method: 'GET', headers, cache: 'no-store', signal })
  }
  const token = storedToken()
  if (!token) throw new Error('not signed in')
  const response = await send(token)
  return response.status === 401 ? send(await renewToken(token)) : response
}
