import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db } from './database/database.ts'
import type { Tables } from './database/tables.ts'
import type { Task } from './schedule/scheduler.ts'
import type { Storage } from './storage/storage.ts'

/** Files that are still being stored are younger than this. */
const minAge = '1 hour'

/** Lists a file before it is stored, so that the product can delete it when the process is killed before a row refers to it. */
export async function listUnfinished(db: Db, key: string): Promise<void> {
  // It may be listed by an earlier try that was interrupted.
  await sql`insert into unfinished_files (key) values (${key}) on conflict (key) do update set started_at = now()`.execute(db)
}

/** In the transaction that writes the row which refers to the file. Rejects when the file was given up meanwhile. */
export async function finishFile(transaction: Transaction<Tables>, key: string): Promise<void> {
  const { numDeletedRows } = await transaction.deleteFrom('unfinished_files').where('key', '=', key).executeTakeFirst()
  if (numDeletedRows === 0n) throw new Error(`${key} took too long to store`)
}

/** Deletes a file to which no row will ever refer. */
export async function giveUpFile(db: Db, storage: Storage, key: string): Promise<void> {
  await storage.delete(key)
  await db.deleteFrom('unfinished_files').where('key', '=', key).execute()
}

/** True when there may be more. The file is deleted while its row is locked, so that it cannot be finished at the same time. */
export async function deleteUnfinished(db: Kysely<Tables>, storage: Storage): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ key: string }>`
      select key from unfinished_files where started_at < now() - ${minAge}::interval
      order by started_at limit 1 for update skip locked`.execute(transaction)
    const key = rows[0]?.key
    if (key === undefined) return false
    await storage.delete(key)
    await transaction.deleteFrom('unfinished_files').where('key', '=', key).execute()
    return true
  })
}

export const deleteUnfinishedTask = (db: Db, storage: Storage): Task => ({
  name: 'delete files that a killed process has left',
  everyMs: 10 * 60 * 1000,
  needsLease: true,
  run: () => deleteUnfinished(db, storage),
})
