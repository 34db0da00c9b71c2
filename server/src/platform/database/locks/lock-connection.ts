import { Client } from 'pg'
import type { Logger } from 'pino'
import type { PostgresConnection } from '../connection.ts'

const channel = 'locks'
/** The connection is closed after this long without locks: it is a process of the server. */
const idleMs = 5000

interface ConnectionListeners {
  /** Another session waits for the lock with this name. */
  onNotice: (name: string) => void
  onLost: () => void
}

export type LockConnection = ReturnType<typeof createLockConnection>

/** The connection that holds the locks: opened when it is needed, and closed when it is idle. */
export function createLockConnection(connection: PostgresConnection, log: Logger, { onNotice, onLost }: ConnectionListeners) {
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
    const client = createClient(connection, log, lose)
    await client.connect()
    live = client
    await listen(client, onNotice)
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

function createClient(connection: PostgresConnection, log: Logger, onEnd: (client: Client) => void): Client {
  const client = new Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5000, application_name: 'video-forge locks' })
  client.on('error', (error) => {
    log.warn({ err: error }, 'database connection of the locks lost')
    onEnd(client)
  })
  client.on('end', () => onEnd(client))
  return client
}

async function listen(client: Client, onNotice: ConnectionListeners['onNotice']): Promise<void> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const ownPid = rows[0]?.pid
  // Its own notices come back to it.
  client.on('notification', ({ payload = '', processId }) => processId !== ownPid && onNotice(payload))
  await client.query(`listen ${channel}`)
}

/** Notifies the session that holds the lock, in whichever process it is. */
export async function notifyHolder(client: Client, name: string): Promise<void> {
  await client.query('select pg_notify($1, $2)', [channel, name])
}
