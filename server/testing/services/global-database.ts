import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { silentLog } from '../silent-log.ts'

/** Has the schema in it; a copy of it costs much less than all migrations. */
const template = 'migrated'

/** The data ends with the run, so nothing has to survive a crash, and hundreds of databases need no cleaning. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

/** One real PostgreSQL for the whole run; each suite makes a database of its own in it (see test-database.ts). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-db-'))
  const postgres = await startEmbeddedPostgres(folder, silentLog)
  if (!('host' in postgres.connection)) throw new Error('the embedded database is reached over its socket')
  const { host } = postgres.connection
  const client = new Client({ host, user: 'forge', database: 'postgres' })
  await client.connect()
  for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = ${value}`)
  await client.query('select pg_reload_conf()')
  await client.query(`create database ${template}`)
  await client.end()
  await migrate({ host, user: 'forge', database: template })
  project.provide('postgresSocket', host)
  project.provide('migratedTemplate', template)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocket: string
    migratedTemplate: string
  }
}
