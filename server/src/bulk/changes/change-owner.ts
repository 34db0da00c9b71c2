import { Failure } from '@video-forge/contract/errors'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { readVideoSize } from '../../platform/database/video-size.ts'
import type { ChangeDeps, ChangeResult } from '../change-deps.ts'

/** Nobody could watch the videos of such an account any more, or get them back. */
export const ownerDisabled = () => new Failure('CONFLICT', 'This account is disabled. Enable it first, or choose another owner.')

/**
 * Gives a video with its files to another person, whose quota must allow it. The address, the links, the statistics and the playlists that
 * it is in stay.
 */
export async function changeOwner(
  { checkSpace }: Pick<ChangeDeps, 'checkSpace'>,
  transaction: Transaction<Tables>,
  id: string,
  ownerId: string,
): Promise<ChangeResult> {
  const job = await transaction.selectFrom('jobs').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
  // Its worker counts what it stores for the owner that it knows.
  if (job && isActive(job.status)) throw new Failure('CONFLICT', 'This video is being processed. Try it again when it is done.')
  const video = await transaction.selectFrom('videos').select('user_id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!video || video.user_id === ownerId) return { status: 'skipped', reason: 'Belongs to this person already' }
  // The account may have been disabled or deleted while the task waited.
  const owner = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', ownerId)
    .where('disabled_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!owner) throw ownerDisabled()
  const { bytes, count } = await readVideoSize(transaction, id)
  await checkSpace(transaction, ownerId, { bytes })
  await transaction.updateTable('videos').set({ user_id: ownerId, updated_at: new Date() }).where('id', '=', id).execute()
  await transaction.updateTable('jobs').set({ user_id: ownerId, updated_at: new Date() }).where('id', '=', id).execute()
  await transaction.updateTable('transcriptions').set({ user_id: ownerId }).where('video_id', '=', id).execute()
  const former = video.user_id
  await sql`
    insert into tallies (kind, name, count, bytes) values
      ('owner', ${former}, ${-count}, ${-bytes}), ('owner', ${ownerId}, ${count}, ${bytes}),
      ('videos', ${former}, -1, 0), ('videos', ${ownerId}, 1, 0)`.execute(transaction)
  // What the former owner has prepared has its files.
  await sql`
    update exports set outdated_at = now() where user_id = ${former} and outdated_at is null
      and exists (select from task_items where task_id = exports.id and key = ${id})`.execute(transaction)
  // Lists that are open show the change: gone here, new there.
  await sql`
    update job_changes set user_id = ${ownerId}, changed_in = pg_current_xact_id() where job_id = ${id}`.execute(transaction)
  return { status: 'done' }
}
