import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Task } from '../../platform/schedule/scheduler.ts'

/** Few, because their rows are locked for so long. */
const batchSize = 20

/** Makes the documents of videos from before the search, and after a restore, from the newest on. Then there is nothing left to do. */
export const rebuildSearchTask = (db: Db): Task => ({ name: 'search rebuild', needsLease: true, run: () => rebuildSearch(db) })

export async function rebuildSearch(db: Db): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const progress = await transaction.selectFrom('search_rebuild').select('before_id').forUpdate().executeTakeFirst()
    if (!progress) return false
    const videos = await transaction
      .selectFrom('videos')
      .select('id')
      .where('id', '<', progress.before_id)
      .orderBy('id', 'desc')
      .limit(batchSize)
      .execute()
    const last = videos.at(-1)
    if (!last) {
      await transaction.deleteFrom('search_rebuild').execute()
      return false
    }
    for (const { id } of videos) await sql`select index_video_now(${id})`.execute(transaction)
    await transaction.updateTable('search_rebuild').set({ before_id: last.id }).execute()
    return true
  })
}
