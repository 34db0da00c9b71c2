import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { databaseAt } from './database-at.ts'

/** Those of the file that is running. They would fill the memory in which they may be. */
let created: string[] = []

export async function dropDatabases(): Promise<void> {
  const names = created
  created = []
  if (names.length === 0) return
  await withServer(async (client) => {
    for (const name of names) await client.query(`drop database if exists ${name} with (force)`)
  })
}

/** A fresh, empty database in the run's PostgreSQL, as a DATABASE_URL. */
export const createDatabaseUrl = (): Promise<string> => createFrom('template1')

/** The same with the schema in it. */
export const createMigratedUrl = (): Promise<string> => createFrom(inject('migratedTemplate'))

async function createFrom(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  created.push(name)
  await withServer((client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  return `postgres://forge@${encodeURIComponent(inject('postgresSocket'))}/${name}`
}

async function withServer(use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ host: inject('postgresSocket'), user: 'forge', database: 'postgres' })
  await client.connect()
  await use(client).finally(() => client.end())
}

/** A fresh database with the schema in it. The caller closes it. */
export async function openTestDatabase(): Promise<Database> {
  return databaseAt(await createMigratedUrl())
}
