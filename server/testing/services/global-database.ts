import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { silentLog } from '../silent-log.ts'

/** Has the schema in it; a copy of it costs much less than all migrations. */
const template = 'migrated'

/** The data ends with the run, so nothing has to survive a crash, and hundreds of databases need no cleaning. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

/** Every file has several products, and each keeps its connections for a while. */
const maxConnections = 300

/** One real PostgreSQL for the whole run; each suite makes a database of its own in it (see test-database.ts). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-db-'))
  const preparedCluster = join(folder, 'prepared')
  await prepareCluster(folder, preparedCluster)
  const postgres = await startEmbeddedPostgres(folder, silentLog, undefined, maxConnections)
  if (!('host' in postgres.connection)) throw new Error('the embedded database is reached over its socket')
  const { host } = postgres.connection
  const client = new Client({ host, user: 'forge', database: 'template1' })
  await client.connect()
  for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = ${value}`)
  await client.query('select pg_reload_conf()')
  await client.query(`create database ${template} template postgres`)
  await client.end()
  project.provide('preparedCluster', preparedCluster)
  project.provide('postgresSocket', host)
  project.provide('migratedTemplate', template)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates the server's data with the schema in it, and a copy: tests with a server of their own start from it (see embedded-database.ts). */
async function prepareCluster(folder: string, copy: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(folder, silentLog)
  await migrate(postgres.connection)
  await postgres.stop()
  // A stop gives up waiting after some seconds, and the files of a running server are no copy.
  while (existsSync(join(folder, 'postgres', 'postmaster.pid'))) await wait(20)
  await cp(join(folder, 'postgres'), copy, { recursive: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocket: string
    migratedTemplate: string
    preparedCluster: string
  }
}
