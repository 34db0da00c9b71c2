import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { untilAborted } from '../../until-aborted.ts'
import type { PostgresConnection } from '../connection.ts'
import { createLockConnection, type LockConnection, notifyHolder } from './lock-connection.ts'

const lookEveryMs = 100

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

/** A place among the holders of this process. */
interface Place {
  /** The database gave it the lock. */
  hold: () => void
  leave: () => void
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
  const session = createLockConnection(connection, log, {
    onNotice: (name) => holders.get(name)?.want(),
    onLost: () => holders.loseAll(),
  })
  const holders = createHolders({ onEmpty: session.closeWhenIdle })

  const holdWith = (client: Client, name: string, place: Place) => {
    place.hold()
    return () => unlock(client, name).finally(place.leave)
  }

  return {
    async acquire(name, signal, onWanted) {
      for (let holder = holders.get(name); holder; holder = holders.get(name)) {
        holder.want()
        await untilAborted(holder.released, signal)
      }
      const place = holders.add(name, { onWanted, onLost: onWanted })
      try {
        signal.throwIfAborted()
        return holdWith(await waitForLock(session, name, signal), name, place)
      } catch (error) {
        place.leave()
        throw error
      }
    },

    async tryAcquire(name, on) {
      if (holders.get(name)) return undefined
      const place = holders.add(name, on)
      try {
        const client = await session.current()
        if (await tryLock(client, name)) return holdWith(client, name, place)
      } catch (error) {
        place.leave()
        throw error
      }
      place.leave()
      return undefined
    },

    close: session.close,
  }
}

/** The holders in this process, one for each name: they have the lock, or wait for the database to give it to them. */
function createHolders({ onEmpty }: { onEmpty: () => void }) {
  const holders = new Map<string, Holder>()
  return {
    get: (name: string) => holders.get(name),

    loseAll(): void {
      for (const { onLost } of holders.values()) onLost()
    },

    add(name: string, { onWanted, onLost }: Listeners): Place {
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
      return {
        hold() {
          isHeld = true
          if (isWanted) onWanted()
        },
        leave() {
          holders.delete(name)
          letGo()
          if (holders.size === 0) onEmpty()
        },
      }
    },
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
async function waitForLock(session: LockConnection, name: string, signal: AbortSignal): Promise<Client> {
  for (;;) {
    const client = await session.current()
    if (await tryLock(client, name)) return client
    await notifyHolder(client, name)
    await wait(lookEveryMs, undefined, { signal })
  }
}
