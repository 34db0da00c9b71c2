import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { databaseAt } from './database-at.ts'

/** A fresh, empty database in the run's PostgreSQL, as a DATABASE_URL. */
export const createDatabaseUrl = (): Promise<string> => createFrom('template1')

/** The same with the schema in it. */
export const createMigratedUrl = (): Promise<string> => createFrom(inject('migratedTemplate'))

async function createFrom(template: string): Promise<string> {
  const host = inject('postgresSocket')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ host, user: 'forge', database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  await client.end()
  return `postgres://forge@${encodeURIComponent(host)}/${name}`
}

/** A fresh database with the schema in it. The caller closes it. */
export async function openTestDatabase(): Promise<Database> {
  return databaseAt(await createMigratedUrl())
}
