import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'
import type { ResumableStore } from '../platform/storage/resumable-store.ts'

/** The time from the first request of an upload to its confirmation; older ones are abandoned. */
export const uploadHours = 24

/**
 * Deletes uploads after a day. A confirmed one is a video with its own file; for the others a trigger adds the file to
 * discarded_files in the same statement. The parts are removed before the row, so that a crash leaves no part without a row.
 */
async function sweepUploads(db: Db, resumable: ResumableStore): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from uploads where created_at < now() - make_interval(hours => ${uploadHours}) order by created_at limit 100`.execute(db)
  for (const { id } of rows) await resumable.remove(id)
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('uploads').where('id', 'in', ids).execute()
  }
  return rows.length === 100
}

export const sweepUploadsTask = (db: Db, resumable: ResumableStore): Task => ({
  name: 'delete abandoned uploads',
  needsLease: true,
  run: () => sweepUploads(db, resumable),
})
