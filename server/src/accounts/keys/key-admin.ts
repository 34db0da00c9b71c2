import type { Handlers } from '../../http/api/handlers.ts'
import { pageOf, parseIdCursor } from '../../platform/database/cursor.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { AccountDeps } from '../account-deps.ts'
import { describeKey, keyColumns } from './describe-key.ts'
import { noSuchKey } from './key-handlers.ts'

/** The API keys of all users, for admins. */
export function keyAdminHandlers({ db, audit, keys }: AccountDeps): Handlers<'GET /admin/keys' | 'DELETE /admin/keys/{id}'> {
  return {
    'GET /admin/keys': async ({ query: { search, limit, cursor } }) => {
      const before = cursor === undefined ? undefined : parseIdCursor(cursor)
      const pattern = search ? likePattern(search) : undefined
      const rows = await db
        .selectFrom('api_keys')
        .innerJoin('users', 'users.id', 'api_keys.user_id')
        .select([...keyColumns, 'api_keys.user_id', 'users.username'])
        .$if(before !== undefined, (query) => query.where('api_keys.id', '<', before ?? ''))
        .$if(pattern !== undefined, (query) =>
          query.where(({ or, eb }) =>
            or([eb('name', 'ilike', pattern ?? ''), eb('prefix', 'ilike', pattern ?? ''), eb('users.username', 'ilike', pattern ?? '')]),
          ),
        )
        .orderBy('api_keys.id', 'desc')
        .limit(limit + 1)
        .execute()
      const { page, nextCursor } = pageOf(rows, limit, (last) => last.id)
      return { keys: page.map((row) => ({ ...describeKey(row), owner: { id: row.user_id, username: row.username } })), nextCursor }
    },

    'DELETE /admin/keys/{id}': async ({ params, caller }) => {
      await db.transaction().execute(async (transaction) => {
        const key = await transaction
          .deleteFrom('api_keys')
          .using('users')
          .whereRef('users.id', '=', 'api_keys.user_id')
          .where('api_keys.id', '=', params.id)
          .returning(['name', 'prefix', 'users.username as owner'])
          .executeTakeFirst()
        if (!key) throw noSuchKey()
        const { name: target, prefix, owner } = key
        await audit(transaction, { actorId: caller.userId, action: 'key.revoke', target, details: { prefix, owner } })
      })
      keys.forget()
      return { result: { revoked: true } }
    },
  }
}
