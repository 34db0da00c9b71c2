import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'
import type { ResumableStore } from '../platform/storage/resumable-store.ts'

/** How long an upload may take from its first call to its confirmation; what is older is abandoned. */
export const uploadHours = 24

/**
 * Forgets uploads after a day. What was confirmed is a video by now and has its file elsewhere; for the others a trigger notes
 * the file as discarded, in the same step. A row goes only after its pieces, so a crash leaves nothing that nobody knows of.
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
