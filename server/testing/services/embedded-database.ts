import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { isAlive } from '../../src/platform/is-alive.ts'
import { silentLog } from '../silent-log.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** A folder in which the database was created and stopped before, with the schema: for tests that are not about its creation. */
export async function preparedFolder(atEnd = onTestFinished): Promise<string> {
  const dataDir = await temporaryFolder(atEnd)
  await cp(inject('preparedCluster'), join(dataDir, 'postgres'), { recursive: true })
  return dataDir
}

/** The embedded database in this folder. The caller closes it. */
export const openIn = (dataDir: string) => openDatabase({ database: { kind: 'embedded' }, dataDir }, silentLog)

/** The same, closed with the test. */
export async function opened(dataDir: string, atEnd = onTestFinished): Promise<Database> {
  const database = await openIn(dataDir)
  atEnd(() => database.close())
  return database
}

/** The process id of the folder's server. */
export const serverOf = async (dataDir: string) => Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

/** Whether the process is there and not only waiting to be buried. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return isAlive(pid) && !/\) Z /.test(status)
}

/** Commits one row. */
export const keep = ({ db }: Database) => sql`create table keepsake as select 1 as one`.execute(db)
export const kept = async ({ db }: Database) => (await sql`select one from keepsake`.execute(db)).rows
