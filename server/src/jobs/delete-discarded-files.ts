import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'
import type { Storage } from '../platform/storage/storage.ts'

const batchSize = 100

/**
 * Deletes the files of deleted videos. The transaction that deletes the rows records the prefix, so a crash leaves no unknown files. A worker
 * that has just lost the job may still store a file, so a prefix is emptied again for a minute before its record is deleted. True when there may
 * be more that are that old: a bulk change can record thousands.
 */
export async function deleteDiscardedFiles(db: Db, storage: Pick<Storage, 'deleteAll'>): Promise<boolean> {
  const notes = await db.selectFrom('discarded_files').selectAll().orderBy('discarded_at').limit(batchSize).execute()
  let deleted = 0
  for (const { prefix } of notes) {
    await storage.deleteAll(prefix)
    const { numAffectedRows = 0n } = await sql`
      delete from discarded_files where prefix = ${prefix} and discarded_at < now() - interval '1 minute'`.execute(db)
    deleted += Number(numAffectedRows)
  }
  return deleted === batchSize
}

export const deleteDiscardedFilesTask = (db: Db, storage: Storage): Task => ({
  name: 'delete the files of deleted videos',
  needsLease: true,
  run: () => deleteDiscardedFiles(db, storage),
})
