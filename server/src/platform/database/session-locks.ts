import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { PostgresConnection } from './connection.ts'

const channel = 'locks'
const lookEveryMs = 100
/** The connection is closed after this long without locks: it is a process of the server. */
const idleMs = 5000

interface Listeners {
  /** Another holder waits for it. */
  onWanted: () => void
  /** The connection was lost, so another process may hold the lock by now. */
  onLost: () => void
}

interface Holder extends Pick<Listeners, 'onLost'> {
  /** Notifies it now, or as soon as it has the lock: one that still waits has nothing to let go. */
  want: () => void
  released: Promise<void>
}

export interface SessionLocks {
  /**
   * Resolves with a function that releases the lock. The current holder is notified that another one waits; the new holder is notified
   * later in the same way, and also when the connection is lost. Rejects when the signal is aborted first.
   */
  acquire(name: string, signal: AbortSignal, onWanted: () => void): Promise<() => Promise<void>>
  /** The same without waiting: undefined when the lock is held. The holder is not notified. */
  tryAcquire(name: string, on: Listeners): Promise<(() => Promise<void>) | undefined>
  close(): Promise<void>
}

/**
 * Advisory locks that all processes of a site share; a killed process frees its own. One database session holds all locks of a process, so
 * uploads that take an hour block no connection of the pool. To the database the session is one owner, so a list in this process decides first.
 */
export function openSessionLocks(connection: PostgresConnection, log: Logger): SessionLocks {
  const holders = new Map<string, Holder>()
  const session = createSession(connection, log, {
    onNotice: (name) => holders.get(name)?.want(),
    onLost() {
      for (const { onLost } of holders.values()) onLost()
    },
  })

  /** A place in the list of this process, before the lock of the database. */
  const holdHere = (name: string, { onWanted, onLost }: Listeners) => {
    let letGo = () => {}
    const released = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let isHeld = false
    let isWanted = false
    const want = () => {
      if (isHeld) onWanted()
      else isWanted = true
    }
    holders.set(name, { want, onLost, released })
    const forget = () => {
      holders.delete(name)
      letGo()
      if (holders.size === 0) session.closeWhenIdle()
    }
    const release = (client: Client) => unlock(client, name).finally(forget)
    const holdWith = (client: Client) => {
      isHeld = true
      if (isWanted) onWanted()
      return () => release(client)
    }
    return { forget, with: holdWith }
  }

  return {
    async acquire(name, signal, onWanted) {
      for (let holder = holders.get(name); holder; holder = holders.get(name)) {
        holder.want()
        await Promise.race([holder.released, untilAborted(signal)])
      }
      const hold = holdHere(name, { onWanted, onLost: onWanted })
      try {
        signal.throwIfAborted()
        return hold.with(await waitForLock(session, name, signal))
      } catch (error) {
        hold.forget()
        throw error
      }
    },

    async tryAcquire(name, on) {
      if (holders.has(name)) return undefined
      const hold = holdHere(name, on)
      try {
        const client = await session.current()
        if (await tryLock(client, name)) return hold.with(client)
      } catch (error) {
        hold.forget()
        throw error
      }
      hold.forget()
      return undefined
    },

    close: session.close,
  }
}

type Session = ReturnType<typeof createSession>

/** The connection that holds the locks: opened when it is needed, and closed when it is idle. */
function createSession(
  connection: PostgresConnection,
  log: Logger,
  { onNotice, onLost }: { onNotice: (name: string) => void; onLost: () => void },
) {
  let opening: Promise<Client> | undefined
  let live: Client | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const lose = (client: Client) => {
    if (client !== live) return
    live = undefined
    opening = undefined
    client.end().catch(() => {})
    onLost()
  }

  const open = async (): Promise<Client> => {
    const client = new Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5000, application_name: 'video-forge locks' })
    client.on('error', (error) => {
      log.warn({ err: error }, 'database connection of the locks lost')
      lose(client)
    })
    client.on('end', () => lose(client))
    let ownPid: number | undefined
    // Its own notices come back to it.
    client.on('notification', ({ payload = '', processId }) => processId !== ownPid && onNotice(payload))
    await client.connect()
    live = client
    const { rows } = await client.query('select pg_backend_pid() as pid')
    ownPid = rows[0]?.pid
    await client.query(`listen ${channel}`)
    return client
  }

  const close = async () => {
    clearTimeout(idleTimer)
    const last = opening
    live = undefined
    opening = undefined
    await last?.then((client) => client.end()).catch(() => {})
  }

  return {
    current(): Promise<Client> {
      clearTimeout(idleTimer)
      opening ??= open().catch((error) => {
        opening = undefined
        throw error
      })
      return opening
    },

    closeWhenIdle(): void {
      idleTimer = setTimeout(() => void close(), idleMs)
      idleTimer.unref()
    },

    close,
  }
}

async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as got', [`lock ${name}`])
  return rows[0]?.got
}

async function unlock(client: Client, name: string): Promise<void> {
  await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`lock ${name}`]).catch(() => {})
}

/** Tries again and again, and never waits in the database: the session runs one statement at a time. */
async function waitForLock(session: Session, name: string, signal: AbortSignal): Promise<Client> {
  for (;;) {
    const client = await session.current()
    if (await tryLock(client, name)) return client
    await client.query('select pg_notify($1, $2)', [channel, name])
    await wait(lookEveryMs, undefined, { signal })
  }
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
