import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { errorCode } from '../error-code.ts'
import { idleMs, type PostgresConnection } from './connection.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

export interface Database {
  db: Db
  /** For what opens its own connections, such as the queue. */
  connection: PostgresConnection
  /** Rejects when the database can't serve. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Connects to the configured database without touching its schema; the embedded one runs until it is stopped. */
export async function reachDatabase(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  log: Logger,
): Promise<{ connection: PostgresConnection; stop(): Promise<void> }> {
  if (database.kind === 'embedded') return startEmbeddedPostgres(dataDir, log)
  return { connection: { connectionString: database.url }, stop: async () => {} }
}

/** Opens the configured database, with its schema up to date. */
export async function openDatabase(config: Pick<Config, 'database' | 'dataDir'>, log: Logger): Promise<Database> {
  const { connection, stop } = await reachDatabase(config, log)
  try {
    await migrate(connection)
  } catch (error) {
    await stop()
    throw error
  }

  const timeouts = { idleTimeoutMillis: idleMs(connection, 1000), connectionTimeoutMillis: 5000 }
  const pool = new Pool({ ...connection, ...timeouts, max: 10, application_name: 'video-forge' })
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  // The pool listens only to idle connections, and an error without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    connection,
    async check() {
      await sql`select 1`.execute(db)
    },
    async close() {
      await db.destroy()
      await stop()
    },
  }
}

/** Whether PostgreSQL refused a text: it stores every character but NUL. */
export const isTextRefused = (error: unknown): boolean => ['22021', '22P05'].includes(errorCode(error) ?? '')

/** Whether PostgreSQL could not read a value as a number or a time. */
export const isInvalidValue = (error: unknown): boolean => ['22007', '22008', '22P02', '22003', '22009'].includes(errorCode(error) ?? '')

/** Whether the database is unavailable, as opposed to an error in the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error) ?? ''
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND'].includes(code) ||
    // The socket of the embedded server is missing. Other missing files are ENOENT too, but not of a connect.
    (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
    // Class 08: connection exceptions; 57P0x: shutting down, crashed, starting up; 53300: too many connections.
    /^(08...|57P0[1-3]|53300)$/.test(code) ||
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|timeout expired/.test(
      error.message,
    )
  )
}
