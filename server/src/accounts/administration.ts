import { Failure } from '@video-forge/contract/errors'
import { permissionsOf } from '@video-forge/contract/rules/permissions'
import { sentences } from '@video-forge/contract/sentences'
import { sql, type Transaction } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import { lockJobs } from '../platform/database/locks/lock-jobs.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { AccountDeps } from './account-deps.ts'
import { identityKey } from './identity-key.ts'
import { lockAllAdmins } from './lock-admins.ts'
import { describeUser, findById } from './users.ts'

type AdministrationKeys = 'POST /auth/groups/admin' | 'GET /auth/users/{id}/permissions' | 'DELETE /auth/users/{id}'

/** Promotion, permissions and deletion of accounts by admins. */
export function administrationHandlers({ db, audit }: AccountDeps): Handlers<AdministrationKeys> {
  return {
    'POST /auth/groups/admin': ({ body, caller }) =>
      db.transaction().execute(async (transaction) => {
        // The row is locked, so that the second of two concurrent promotions finds an admin and changes nothing.
        const byEmail = transaction.selectFrom('users').selectAll().where('email_key', '=', identityKey(body.email))
        const user = await byEmail.forUpdate().executeTakeFirst()
        if (!user) throw noSuchUser()
        if (user.groups.includes('admin')) return { user: describeUser(user) }
        if (!user.confirmed_at) throw new Failure('CONFLICT', sentences.unconfirmedPromotion)
        const promoted = await transaction
          .updateTable('users')
          .set({ groups: [...user.groups, 'admin'] })
          .where('id', '=', user.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await audit(transaction, { actorId: caller.userId, action: 'user.promote', target: user.username })
        return { user: describeUser(promoted) }
      }),

    'GET /auth/users/{id}/permissions': async ({ params }) => {
      const user = await findById(db, params.id)
      if (!user) throw noSuchUser()
      const { role, groups } = describeUser(user)
      return { result: { role, permissions: [...permissionsOf(groups)] } }
    },

    'DELETE /auth/users/{id}': async ({ params, caller }) => {
      if (params.id === caller.userId) throw new Failure('CONFLICT', 'You cannot delete your own account.')
      await db.transaction().execute(async (transaction) => {
        await lockAdmins(transaction, caller.userId)
        await lockJobs(transaction, { user: params.id })
        const deleted = await transaction
          .deleteFrom('users')
          .where('id', '=', params.id)
          .returning(['username', 'email'])
          .executeTakeFirst()
        if (!deleted) throw noSuchUser()
        await audit(transaction, {
          actorId: caller.userId,
          action: 'user.delete',
          target: deleted.username,
          details: { email: deleted.email },
        })
      })
      return { result: { id: params.id } }
    },
  }
}

/** Disables or enables an account. Disabling ends its sessions; a concurrent sign-in waits for the row and finds it disabled. */
export async function setDisabled(transaction: Transaction<Tables>, userId: string, callerId: string, disabled: boolean): Promise<string> {
  if (userId === callerId) throw new Failure('CONFLICT', 'You cannot disable your own account.')
  await lockAdmins(transaction, callerId)
  const user = await transaction
    .updateTable('users')
    .set({ disabled_at: disabled ? sql<Date>`coalesce(disabled_at, now())` : null })
    .where('id', '=', userId)
    .returning('username')
    .executeTakeFirst()
  if (!user) throw noSuchUser()
  if (disabled) {
    const ended_at = new Date()
    await transaction.updateTable('sessions').set({ ended_at }).where('user_id', '=', userId).where('ended_at', 'is', null).execute()
  }
  return user.username
}

const noSuchUser = () => new Failure('NOT_FOUND', 'There is no such user.')

/** Locks all admins: of two who remove each other at once, the second is no admin any more when it gets the lock. */
async function lockAdmins(transaction: Transaction<Tables>, callerId: string): Promise<void> {
  if (!(await lockAllAdmins(transaction)).includes(callerId)) throw new Failure('NOT_ALLOWED', 'Only an admin may do this.')
}
