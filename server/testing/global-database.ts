import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts'
import { silentLog } from './silent-log.ts'

/** One real PostgreSQL for the whole run; each suite makes a database of its own in it (see test-database.ts). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-db-'))
  const postgres = await startEmbeddedPostgres(folder, silentLog)
  if (!('host' in postgres.connection)) throw new Error('the embedded database is reached over its socket')
  project.provide('postgresSocket', postgres.connection.host)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocket: string
  }
}
