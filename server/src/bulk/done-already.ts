import { mayManageVideos } from '@video-forge/contract/rules/permissions'
import type { BulkChange } from '@video-forge/contract/text/bulk-words'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { activeList } from '../platform/database/status-sql.ts'
import type { BulkActor } from './change-deps.ts'

/**
 * Whether a video is as an attempt would have left it whose process was killed before it noted that. For the changes that cannot be done
 * twice; the others find their own result.
 */
export async function isDoneAlready(db: Db, actor: BulkActor, id: string, { action }: BulkChange): Promise<boolean> {
  const condition = resultOf(action, actor, id)
  if (!condition) return false
  const { rows } = await sql<{ is_so: boolean }>`select ${condition} as is_so`.execute(db)
  return rows[0]?.is_so === true
}

function resultOf(action: BulkChange['action'], { userId, groups }: BulkActor, id: string): RawBuilder<boolean> | undefined {
  const isTheirs = sql`(videos.user_id = ${userId} or ${mayManageVideos(groups)})`
  switch (action) {
    case 'delete':
      return sql`exists (select from trashed_videos where id = ${id} and deleted_by = ${userId})`
    case 'restore':
      return sql`exists (select from videos where id = ${id} and ${isTheirs})`
    case 'erase':
      return sql`not exists (select from trashed_videos where id = ${id}) and not exists (select from videos where id = ${id})`
    case 'make-formats':
      // A replacement of the file by itself; see makeFormats.
      return sql`exists (
        select from videos join jobs using (id) join replacements on video_id = videos.id
        where videos.id = ${id} and ${isTheirs} and jobs.status in ${activeList} and replacements.original_key = videos.original_key)`
    default:
      return undefined
  }
}
