import { runMigrations } from 'bullmq'
import { Kysely, type Migration, Migrator, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import type { PostgresConnection } from './connection.ts'
import * as accounts from './migrations/0001-accounts.ts'
import * as jobs from './migrations/0002-jobs.ts'
import * as videos from './migrations/0003-videos.ts'
import * as gallery from './migrations/0004-gallery.ts'
import * as live from './migrations/0005-live.ts'
import * as admin from './migrations/0006-admin.ts'
import * as takes from './migrations/0008-takes.ts'

const migrations: Record<string, Migration> = {
  '0001-accounts': { up: accounts.up },
  '0002-jobs': { up: jobs.up },
  '0003-videos': { up: videos.up },
  '0004-gallery': { up: gallery.up },
  '0005-live': { up: live.up },
  '0006-admin': { up: admin.up },
  '0008-takes': { up: takes.up },
}

/** The schema of the database in which the queue keeps its own tables, away from ours. */
export const queueSchema = 'queue'

/** Any number, the same in every process of ours: whoever holds it may change the schema. */
const lockKey = 7_248_195_302

/**
 * Brings the schema up to date. Any number of processes may start at once: the first takes the lock and does the work, the
 * others wait for it and find nothing left to do. The lock belongs to a connection, so a killed process frees it.
 */
export async function migrate(connection: PostgresConnection): Promise<void> {
  const client = new Client(connection)
  // A connection that is cut rejects the query it was in; as an event nobody listens to it would end the process.
  client.on('error', () => {})
  await client.connect()
  const pool = new Pool({ ...connection, max: 1 })
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
    if (error) throw error
    await runMigrations(client, queueSchema)
  } finally {
    await pool.end()
    await client.end()
  }
}
