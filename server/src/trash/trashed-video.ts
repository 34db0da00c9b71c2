import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { sql, type Transaction } from 'kysely'
import { lockUser } from '../platform/database/locks/lock-user.ts'
import type { Tables } from '../platform/database/tables.ts'
import { restoreFromTrash } from '../platform/database/video-trash/restore-from-trash.ts'

/** A person as far as the trash is concerned. */
export interface TrashUser {
  userId: string
  isAdmin: boolean
}

/** A video that was in the trash. */
export interface TrashedBy {
  ownerId: string
  title: string
}

interface RestoreDeps {
  /** Rejects when the person has reached their limit of jobs. Called while the person is locked. */
  mayStart: (transaction: Transaction<Tables>, userId: string) => Promise<void>
}

const notInTrash = () => new Failure('NOT_FOUND', sentences.videoNotFound)

/** The person is part of the query, so that the video of somebody else is not found. Locked until the end of the transaction. */
async function lockTrashedVideo(transaction: Transaction<Tables>, id: string, { userId, isAdmin }: TrashUser) {
  const video = await transaction
    .selectFrom('trashed_videos')
    .select(['id', 'user_id', 'deleted_by', 'title'])
    .where('id', '=', id)
    .$if(!isAdmin, (query) => query.where('user_id', '=', userId))
    .forUpdate()
    .executeTakeFirst()
  if (!video) throw notInTrash()
  return video
}

/** With everything that belongs to it. An admin's deletion can be undone only by admins. */
export async function restoreVideo(
  { mayStart }: RestoreDeps,
  transaction: Transaction<Tables>,
  id: string,
  user: TrashUser,
): Promise<TrashedBy> {
  const { user_id, deleted_by, title } = await lockTrashedVideo(transaction, id, user)
  if (!user.isAdmin && deleted_by !== user_id) {
    throw new Failure('NOT_ALLOWED', 'An admin has deleted this video. Only an admin can restore it.')
  }
  // Before the job is there, which counts itself.
  if (await hasWaitingJob(transaction, id)) {
    await lockUser(transaction, user_id)
    await mayStart(transaction, user_id)
  }
  await restoreFromTrash(transaction, id)
  await transaction.updateTable('jobs').set({ queued_at: null }).where('id', '=', id).where('status', '=', 'PENDING').execute()
  return { ownerId: user_id, title }
}

async function hasWaitingJob(transaction: Transaction<Tables>, id: string): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    select rows -> 0 ->> 'status' as status from trashed_rows where video_id = ${id} and table_name = 'jobs'`.execute(transaction)
  return rows[0]?.status === 'PENDING'
}

/** A trigger records its files for deletion. */
export async function eraseVideo(transaction: Transaction<Tables>, id: string, user: TrashUser): Promise<TrashedBy> {
  const { user_id, title } = await lockTrashedVideo(transaction, id, user)
  await transaction.deleteFrom('trashed_videos').where('id', '=', id).execute()
  return { ownerId: user_id, title }
}
