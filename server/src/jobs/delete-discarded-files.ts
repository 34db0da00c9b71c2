import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'
import type { Storage } from '../platform/storage/storage.ts'

/**
 * Deletes the files of deleted videos. The transaction that deletes the rows records the prefix, so a crash leaves no unknown files. A worker
 * that has just lost the job may still store a file, so a prefix is emptied again for a minute before its record is deleted.
 */
export async function deleteDiscardedFiles(db: Db, storage: Storage): Promise<void> {
  const notes = await db.selectFrom('discarded_files').selectAll().orderBy('discarded_at').limit(100).execute()
  for (const { prefix } of notes) {
    await storage.deleteAll(prefix)
    await sql`delete from discarded_files where prefix = ${prefix} and discarded_at < now() - interval '1 minute'`.execute(db)
  }
}

export const deleteDiscardedFilesTask = (db: Db, storage: Storage): Task => ({
  name: 'delete the files of deleted videos',
  needsLease: true,
  run: async () => {
    await deleteDiscardedFiles(db, storage)
    return false
  },
})
