import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Task } from '../../platform/schedule/scheduler.ts'

/** How many are done before it is written down how far it is. */
const batchSize = 20

/** Makes the documents of videos from before the search, and after a restore, from the newest on. Then there is nothing left to do. */
export const rebuildSearchTask = (db: Db): Task => ({ name: 'search rebuild', needsLease: true, run: () => rebuildSearch(db) })

/**
 * Each video is locked by itself: a transaction that held several of them and one that changes several, such as a restart of failed jobs,
 * would wait for each other. After a kill, a batch is done again.
 */
export async function rebuildSearch(db: Db): Promise<boolean> {
  const progress = await db.selectFrom('search_rebuild').select('before_id').executeTakeFirst()
  if (!progress) return false
  const { before_id } = progress
  const videos = await db.selectFrom('videos').select('id').where('id', '<', before_id).orderBy('id', 'desc').limit(batchSize).execute()
  for (const { id } of videos) await sql`select index_video_now(${id})`.execute(db)
  const last = videos.at(-1)
  // A restore that came meanwhile begins anew.
  if (last) await db.updateTable('search_rebuild').set({ before_id: last.id }).where('before_id', '=', before_id).execute()
  else await db.deleteFrom('search_rebuild').where('before_id', '=', before_id).execute()
  return last !== undefined
}
