import type { BulkRequest } from '@video-forge/contract/bulk'
import { Failure } from '@video-forge/contract/errors'
import { actsAsAdmin } from '@video-forge/contract/rules/permissions'
import { playlistSentences } from '@video-forge/contract/rules/playlist-rules'
import { describeBulk } from '@video-forge/contract/text/bulk-words'
import { sql, type Transaction } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { createTaskIn } from '../platform/tasks/create-task.ts'
import { readTask } from '../platform/tasks/read-tasks.ts'
import type { WriteAudit } from '../platform/write-audit.ts'
import type { StoredRequest } from './change-deps.ts'
import { ownerDisabled } from './changes/change-owner.ts'
import { storeSelection } from './select-videos.ts'

interface BulkDeps {
  db: Db
  audit: WriteAudit
}

export const bulkHandlers = ({ db, audit }: BulkDeps): Handlers<'POST /videos/bulk'> => ({
  'POST /videos/bulk': async ({ body, caller }) => {
    const isAdmin = actsAsAdmin(caller)
    const isAdminChange = body.change.action === 'change-owner' || body.change.action === 'drop-quality'
    const isForAdmins = body.filter?.everyone === true || isAdminChange
    if (isForAdmins && !isAdmin) throw new Failure('NOT_ALLOWED', 'Only admins can do this.')
    const id = await db.transaction().execute(async (transaction) => {
      const request = await resolve(transaction, body, { userId: caller.userId, asAdmin: isAdmin })
      const taskId = await createTaskIn(transaction, { userId: caller.userId, kind: 'bulk', title: '', request })
      const count = await storeSelection(transaction, taskId, { userId: caller.userId, isAdmin }, body)
      const title = describeBulk(body.change, count)
      const unusedDays = body.change.action === 'drop-quality' ? body.change.unusedDays : undefined
      await transaction.updateTable('tasks').set({ title }).where('id', '=', taskId).execute()
      if (isAdmin && (body.change.action === 'drop-quality' || (await concernsOthers(transaction, taskId, caller.userId)))) {
        const details = { task: taskId, count, change: body.change.action, ...(unusedDays !== undefined && { unusedDays }) }
        await audit(transaction, { actorId: caller.userId, action: 'videos.bulk', target: title, details })
      }
      return taskId
    })
    return { task: await readTask(db, caller.userId, id) }
  },
})

/** What admins do with their own videos is nobody else's business. */
async function concernsOthers(transaction: Transaction<Tables>, taskId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is_so: boolean }>`
    select exists (
      select from task_items where task_id = ${taskId}
        and not exists (select from videos where id = key::uuid and user_id = ${userId})
        and not exists (select from trashed_videos where id = key::uuid and user_id = ${userId})) as is_so`.execute(transaction)
  return rows[0]?.is_so === true
}

/** What the change refers to is looked up once, so that a mistake is an answer and not thousands of failed items. */
async function resolve(
  transaction: Transaction<Tables>,
  { change }: BulkRequest,
  { userId, asAdmin }: { userId: string; asAdmin: boolean },
): Promise<StoredRequest> {
  if (change.action === 'change-owner') {
    const name = change.owner.toLowerCase()
    const owner = await transaction
      .selectFrom('users')
      .select(['id', 'disabled_at'])
      .where(({ or, eb, fn }) => or([eb(fn<string>('lower', ['username']), '=', name), eb(fn<string>('lower', ['email']), '=', name)]))
      .executeTakeFirst()
    if (!owner) throw new Failure('NOT_FOUND', 'There is no user with this name or e-mail address.')
    if (owner.disabled_at) throw ownerDisabled()
    return { change, asAdmin, ownerId: owner.id }
  }
  if (change.action === 'add-to-playlist' || change.action === 'remove-from-playlist') {
    const playlist = await transaction
      .selectFrom('playlists')
      .select('id')
      .where('id', '=', change.playlistId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!playlist) throw new Failure('NOT_FOUND', playlistSentences.notFound)
  }
  return { change, asAdmin }
}
