import { limits } from '@video-forge/contract/rules/limits'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Task } from '../platform/schedule/scheduler.ts'

/** Few enough that the rows in them, which the database deletes as well, hold up nothing. */
const batch = 100

/** Deletes for good what was deleted so long ago. Returns how many. */
export async function emptyTrash(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from trashed_videos where id in (
      select id from trashed_videos where deleted_at < now() - make_interval(days => ${sql.lit(limits.deletedVideoDays)})
      order by deleted_at limit ${sql.lit(batch)} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export const emptyTrashTask = (db: Db): Task => ({
  name: 'delete videos in the trash for good',
  everyMs: 10 * 60 * 1000,
  needsLease: true,
  run: async () => (await emptyTrash(db)) === batch,
})
