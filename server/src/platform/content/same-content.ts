import type { DuplicateOf } from '@video-forge/contract/metadata'
import type { Transaction } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/**
 * The oldest other video of this person with the same content. Only the person's own videos are looked at, by an index that begins with the
 * person, so neither the answer nor its time depends on anybody else.
 */
export async function findSameContent(
  db: Db | Transaction<Tables>,
  userId: string,
  contentHash: Buffer | null | undefined,
  exceptId: string,
): Promise<DuplicateOf | null> {
  if (!contentHash) return null
  const found = await db
    .selectFrom('videos')
    .leftJoin('jobs', 'jobs.id', 'videos.id')
    .select(['videos.id', 'videos.title', 'jobs.output_formats'])
    .where('videos.user_id', '=', userId)
    .where('videos.content_hash', '=', contentHash)
    .where('videos.id', '<>', exceptId)
    .where('videos.status', '<>', 'failed')
    .orderBy('videos.id')
    .limit(1)
    .executeTakeFirst()
  return found ? { id: found.id, title: found.title, formats: found.output_formats ?? [] } : null
}

/** The same for a video of this person. */
export async function findSameAs(db: Db | Transaction<Tables>, userId: string, videoId: string): Promise<DuplicateOf | null> {
  const video = await db
    .selectFrom('videos')
    .select('content_hash')
    .where('id', '=', videoId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return findSameContent(db, userId, video?.content_hash, videoId)
}
