import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { startTicker } from '../schedule/ticker.ts'
import type { PostgresConnection } from './connection.ts'

export interface Subscription {
  stop(): Promise<void>
}

interface Reactions {
  /** Listening, for the first time or again. Notifications in between were missed. */
  onOpen: () => void
  onNotice: (payload: string) => void
  onLost: () => void
}

const retryMs = 500
const keepaliveMs = 5000

/** Listens on one channel of the database over its own connection, and reconnects whenever it is lost. */
export function subscribeTo(
  connection: PostgresConnection,
  channel: string,
  { onOpen, onNotice, onLost }: Reactions,
  log: Logger,
): Subscription {
  const stopping = new AbortController()

  const listenOnce = async () => {
    const client = new Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: keepaliveMs,
      query_timeout: keepaliveMs,
      application_name: 'video-forge live',
    })
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    // Each error is followed by `end`; without a listener it would end the process.
    client.on('error', () => {})
    client.on('notification', ({ payload = '' }) => onNotice(payload))
    // A dead connection looks like an idle one.
    const keepalive = startTicker(keepaliveMs, () => client.query('select 1').catch(() => client.end().catch(() => {})))
    const stop = () => void client.end().catch(() => {})
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      stopping.signal.addEventListener('abort', stop, { once: true })
      if (stopping.signal.aborted) return
      onOpen()
      await ended
    } finally {
      void keepalive.stop()
      stopping.signal.removeEventListener('abort', stop)
      await client.end().catch(() => {})
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await listenOnce().catch((error) => log.warn({ err: error }, 'listening to the database failed, retrying'))
      if (stopping.signal.aborted) return
      onLost()
      await wait(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
