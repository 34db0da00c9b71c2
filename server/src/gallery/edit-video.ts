import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Caller } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import { runningList } from '../platform/database/status-sql.ts'
import { seeVideo } from './see-video.ts'
import { viewerOf } from './viewer.ts'

/** Only the owner and admins may change a video. To others a private one does not exist. */
export async function requireOwner(db: Db, id: string, caller: Caller): Promise<void> {
  const seen = await seeVideo(db, id, viewerOf(caller))
  if (!seen) throw new Failure('NOT_FOUND', sentences.videoNotFound)
  if (!seen.right.personId) throw new Failure('NOT_ALLOWED', 'Only the owner of this video can do this.')
}

interface VideoChange {
  title?: string | undefined
  description?: string | undefined
  visibility?: 'public' | 'private' | undefined
  showViews?: boolean | undefined
  showHeat?: boolean | undefined
}

export async function updateVideo(db: Db, id: string, { title, description, visibility, showViews, showHeat }: VideoChange): Promise<void> {
  await db
    .updateTable('videos')
    .set({
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(visibility !== undefined && { visibility }),
      ...(showViews !== undefined && { show_views: showViews }),
      ...(showHeat !== undefined && { show_heat: showHeat }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
}

/** Rejects while the video's job is running. */
export async function deleteVideo(db: Db, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('videos')
    .where('id', '=', id)
    .where(sql<boolean>`not exists (select 1 from jobs where jobs.id = videos.id and status in ${runningList})`)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Failure('CONFLICT', 'This video is being processed. Cancel its job first, then delete it.')
}
