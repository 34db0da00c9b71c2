import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { PostgresConnection } from './connection.ts'

const channel = 'locks'
const lookEveryMs = 100
/** Nobody works under a lock all the time; a connection is a process of the server. */
const idleMs = 5000

interface Holder {
  /** Somebody else wants it, or it is lost. */
  onWanted: () => void
  released: Promise<void>
}

export interface SessionLocks {
  /**
   * Resolves with what releases the lock, once no other process and nobody in this one holds it. Whoever holds it is told that it is
   * wanted; so are we, later, and also when the connection that our locks hang on breaks. Rejects when the signal is aborted first.
   */
  acquire(name: string, signal: AbortSignal, onWanted: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/**
 * Locks that all processes of a site share and that a killed one frees. They belong to one session of the database, whatever their
 * number, so that uploads that take an hour hold no connection of those who ask questions. To the database the session is one owner, so
 * within this process a list of holders decides first.
 */
export function openSessionLocks(connection: PostgresConnection, log: Logger): SessionLocks {
  const holders = new Map<string, Holder>()
  let session: Promise<Client> | undefined
  let live: Client | undefined
  let idle: NodeJS.Timeout | undefined

  const lose = (client: Client) => {
    if (client !== live) return
    live = undefined
    session = undefined
    client.end().catch(() => {})
    for (const { onWanted } of holders.values()) onWanted()
  }

  const open = async (): Promise<Client> => {
    const client = new Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5000, application_name: 'video-forge locks' })
    client.on('error', (error) => {
      log.warn({ err: error }, 'the connection that holds locks was lost')
      lose(client)
    })
    client.on('end', () => lose(client))
    client.on('notification', ({ payload = '' }) => holders.get(payload)?.onWanted())
    await client.connect()
    live = client
    await client.query(`listen ${channel}`)
    return client
  }
  const current = () => {
    clearTimeout(idle)
    session ??= open().catch((error) => {
      session = undefined
      throw error
    })
    return session
  }
  const rest = () => {
    if (holders.size > 0) return
    idle = setTimeout(() => void close(), idleMs)
    idle.unref()
  }
  const close = async () => {
    const last = session
    live = undefined
    session = undefined
    await last?.then((client) => client.end()).catch(() => {})
  }

  /** Only tried, never waited for inside the database: one session does one thing at a time. */
  const take = async (name: string, signal: AbortSignal): Promise<Client> => {
    for (;;) {
      const client = await current()
      const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as got', [`lock ${name}`])
      if (rows[0]?.got) return client
      await client.query('select pg_notify($1, $2)', [channel, name])
      await wait(lookEveryMs, undefined, { signal })
    }
  }

  return {
    async acquire(name, signal, onWanted) {
      for (let holder = holders.get(name); holder; holder = holders.get(name)) {
        holder.onWanted()
        await Promise.race([holder.released, untilAborted(signal)])
      }
      let letGo = () => {}
      const released = new Promise<void>((resolve) => {
        letGo = resolve
      })
      holders.set(name, { onWanted, released })
      const forget = () => {
        holders.delete(name)
        letGo()
        rest()
      }
      try {
        signal.throwIfAborted()
        const client = await take(name, signal)
        return async () => {
          await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`lock ${name}`]).catch(() => {})
          forget()
        }
      } catch (error) {
        forget()
        throw error
      }
    },
    async close() {
      clearTimeout(idle)
      await close()
    },
  }
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
