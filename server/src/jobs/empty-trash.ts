import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../platform/database/database.ts'
import type { Storage } from '../platform/storage/storage.ts'

const everyMs = 2000

/**
 * Deletes the files of videos that are gone. The rows go first and leave a note in the same transaction, so a crash between
 * the two leaves no file without somebody who knows about it. A worker that has just lost the job may still be putting a
 * file in place, so a prefix is emptied again for a while before its note is forgotten.
 */
export async function emptyTrashOnce(db: Db, storage: Storage): Promise<number> {
  const notes = await db.selectFrom('discarded_files').selectAll().orderBy('discarded_at').limit(100).execute()
  for (const { prefix } of notes) {
    await storage.deleteAll(prefix)
    await sql`delete from discarded_files where prefix = ${prefix} and discarded_at < now() - interval '1 minute'`.execute(db)
  }
  return notes.length
}

export function startEmptyingTrash(db: Db, storage: Storage, log: Logger): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const round = async () => {
    await emptyTrashOnce(db, storage).catch((error) =>
      log.warn({ err: error }, 'files of deleted videos could not be removed; it is tried again'),
    )
    if (!stopped) timer = setTimeout(next, everyMs)
  }
  let current = Promise.resolve()
  const next = () => {
    current = round()
  }
  next()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
