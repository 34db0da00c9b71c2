import { permissionsOf } from '@video-forge/contract/access'
import { Failure } from '@video-forge/contract/errors'
import { sql } from 'kysely'
import type { Handlers } from '../http/handlers.ts'
import type { AccountParts } from './account-parts.ts'
import { identityKey } from './identity-key.ts'
import { describeUser, findById } from './users.ts'

type AdministrationKeys = 'POST /auth/groups/admin' | 'GET /auth/users/{id}/permissions' | 'DELETE /auth/users/{id}'

/** What admins do with accounts. */
export function administrationHandlers({ db }: AccountParts): Handlers<AdministrationKeys> {
  const noSuchUser = () => new Failure('NOT_FOUND', 'There is no such user.')
  return {
    'POST /auth/groups/admin': async ({ body }) => {
      const user = await db
        .updateTable('users')
        .set({ groups: sql`case when 'admin' = any(groups) then groups else groups || 'admin'::text end` })
        .where('email_key', '=', identityKey(body.email))
        .returningAll()
        .executeTakeFirst()
      if (!user) throw noSuchUser()
      return { user: describeUser(user) }
    },

    'GET /auth/users/{id}/permissions': async ({ params }) => {
      const user = await findById(db, params.id)
      if (!user) throw noSuchUser()
      const { role, groups } = describeUser(user)
      return { result: { role, permissions: [...new Set(groups.flatMap((group) => permissionsOf[group]))] } }
    },

    'DELETE /auth/users/{id}': async ({ params, caller }) => {
      if (params.id === caller.userId) throw new Failure('CONFLICT', 'You cannot delete your own account.')
      await db.transaction().execute(async (transaction) => {
        // All admins are locked in one order, so two admins who delete each other at once can't both succeed.
        const admins = await transaction
          .selectFrom('users')
          .select('id')
          .where(sql<boolean>`'admin' = any(groups)`)
          .orderBy('id')
          .forUpdate()
          .execute()
        if (!admins.some(({ id }) => id === caller.userId)) throw new Failure('NOT_ALLOWED', 'Only an admin may do this.')
        if (admins.length === 1 && admins[0]?.id === params.id) throw new Failure('CONFLICT', 'The last admin cannot be deleted.')
        const { numDeletedRows } = await transaction.deleteFrom('users').where('id', '=', params.id).executeTakeFirst()
        if (numDeletedRows === 0n) throw noSuchUser()
      })
      return { result: { id: params.id } }
    },
  }
}
