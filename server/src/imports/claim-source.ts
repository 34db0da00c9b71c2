import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'

interface Claimed {
  userId: string
  key: string
  taskId: string
}

export type Claim =
  /** This import takes it, as the video with this id. */
  | { kind: 'own'; videoId: string }
  /** It is a video of this person already. */
  | { kind: 'taken'; videoId: string; isByThisTask: boolean }
  /** It was imported, and its owner has moved it to the trash, from where it can come back. */
  | { kind: 'trashed' }
  /** Another import of this person takes it at this moment. */
  | { kind: 'busy' }

const readSource = (db: Db, { userId, key }: Claimed) =>
  db
    .selectFrom('imported_sources')
    .leftJoin('videos', 'videos.id', 'imported_sources.video_id')
    .leftJoin('trashed_videos', 'trashed_videos.id', 'imported_sources.video_id')
    .leftJoin('tasks', 'tasks.id', 'imported_sources.task_id')
    .select([
      'imported_sources.video_id',
      'task_id',
      'is_taken',
      'videos.id as existing',
      'trashed_videos.id as trashed',
      'tasks.id as task',
      'tasks.ended_at',
    ])
    .where('imported_sources.user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()

/** What was imported under another key is known by this one from now on. */
export async function renameClaim(db: Db, { userId, key }: Claimed, formerKey: string): Promise<void> {
  await db
    .updateTable('imported_sources')
    .set({ key })
    .where('user_id', '=', userId)
    .where('key', '=', formerKey)
    .where('key', '!=', key)
    .where('is_taken', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imported_sources as known').select('known.key').where('known.user_id', '=', userId).where('known.key', '=', key),
        ),
      ),
    )
    .execute()
}

/** Whether a source was imported before. */
export async function findClaim(db: Db, claimed: Claimed): Promise<Claim | undefined> {
  const row = await readSource(db, claimed)
  if (!row) return undefined
  if (row.is_taken && row.existing) return { kind: 'taken', videoId: row.video_id, isByThisTask: row.task_id === claimed.taskId }
  if (row.trashed) return { kind: 'trashed' }
  if (row.is_taken) return undefined
  if (row.task_id === claimed.taskId) return { kind: 'own', videoId: row.video_id }
  return row.task && !row.ended_at ? { kind: 'busy' } : undefined
}

/**
 * Claims a source for an import, and chooses the id of its video before anything is fetched: after a crash the same item continues with the
 * same id, so that no video is made twice. The id has the time of the original date, because lists are in the order of ids. A source whose
 * import has ended without a video, or whose video was deleted, can be claimed again.
 */
export async function claimSource(db: Db, claimed: Claimed, date: Date | undefined): Promise<Claim> {
  const { userId, key, taskId } = claimed
  const found = await findClaim(db, claimed)
  if (found) return found
  const videoId = newId(date?.getTime())
  const before = await readSource(db, claimed)
  if (before) {
    // Only one of several imports changes the row that they have all read.
    await db
      .updateTable('imported_sources')
      .set({ task_id: taskId, is_taken: false, ...(before.is_taken && { video_id: videoId }) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .where('task_id', '=', before.task_id)
      .where('is_taken', '=', before.is_taken)
      .execute()
  } else {
    await db
      .insertInto('imported_sources')
      .values({ user_id: userId, key, video_id: videoId, task_id: taskId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return (await findClaim(db, claimed)) ?? { kind: 'busy' }
}

export const endClaim = (db: Db, { userId, key, taskId }: Claimed) =>
  db
    .updateTable('imported_sources')
    .set({ is_taken: true })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('task_id', '=', taskId)
    .execute()

/**
 * Gives up what has not become a video: its upload goes, and another import may try it. Not if another import has it by now, with the same
 * video and the same upload.
 */
export async function releaseClaim(db: Db, { userId, key, taskId }: Claimed, videoId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('imported_sources')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('task_id', '=', taskId)
    .where('is_taken', '=', false)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('videos').select('id').where('id', '=', videoId))))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await db.deleteFrom('uploads').where('id', '=', videoId).where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
}

/** The same for everything that an import has given up. Another one may try it. */
export async function releaseClaims(db: Db, { userId, taskId }: Omit<Claimed, 'key'>): Promise<void> {
  const open = await db
    .selectFrom('imported_sources')
    .select(['key', 'video_id'])
    .where('user_id', '=', userId)
    .where('task_id', '=', taskId)
    .where('is_taken', '=', false)
    .execute()
  for (const { key, video_id } of open) await releaseClaim(db, { userId, taskId, key }, video_id)
}

/** Whether an import will do nothing more. One that has lost its lease to another worker goes on there, with the same claims. */
export const hasTaskEnded = async (db: Db, taskId: string): Promise<boolean> =>
  (await db.selectFrom('tasks').select('id').where('id', '=', taskId).where('ended_at', 'is', null).executeTakeFirst()) === undefined
