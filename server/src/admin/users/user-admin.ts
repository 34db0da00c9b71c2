import { Failure } from '@video-forge/contract/errors'
import type { Transaction } from 'kysely'
import type { Handlers } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { listActions, recordAction } from '../audit/audit.ts'
import { createUserReads, type DescribeUser } from './users.ts'

type UserAdminKeys =
  | 'GET /admin/users'
  | 'PUT /admin/users/{id}/quota'
  | 'POST /admin/users/{id}/disable'
  | 'POST /admin/users/{id}/enable'
  | 'GET /admin/audit'

/** Disables or enables an account, and returns its username. */
export type SetDisabled = (transaction: Transaction<Tables>, userId: string, callerId: string, disabled: boolean) => Promise<string>

export function userAdminHandlers(db: Db, setDisabled: SetDisabled, describeUser: DescribeUser): Handlers<UserAdminKeys> {
  const users = createUserReads(db, describeUser)
  const read = async (id: string) => {
    const result = await users.find(id)
    if (!result) throw noSuchUser()
    return { result }
  }

  const setEnabledState = async (id: string, callerId: string, disabled: boolean) => {
    await db.transaction().execute(async (transaction) => {
      const target = await setDisabled(transaction, id, callerId, disabled)
      await recordAction(transaction, { actorId: callerId, action: disabled ? 'user.disable' : 'user.enable', target })
    })
    return read(id)
  }

  return {
    'GET /admin/users': ({ query }) => users.list(query),

    'PUT /admin/users/{id}/quota': async ({ params, body: { quotaBytes, quotaJobs }, caller }) => {
      await db.transaction().execute(async (transaction) => {
        const user = await transaction
          .updateTable('users')
          .set({ quota_bytes: quotaBytes, quota_jobs: quotaJobs })
          .where('id', '=', params.id)
          .returning('username')
          .executeTakeFirst()
        if (!user) throw noSuchUser()
        const details = { quotaBytes, quotaJobs }
        await recordAction(transaction, { actorId: caller.userId, action: 'user.quota', target: user.username, details })
      })
      return read(params.id)
    },

    'POST /admin/users/{id}/disable': ({ params, caller }) => setEnabledState(params.id, caller.userId, true),

    'POST /admin/users/{id}/enable': ({ params, caller }) => setEnabledState(params.id, caller.userId, false),

    'GET /admin/audit': ({ query }) => listActions(db, query),
  }
}

const noSuchUser = () => new Failure('NOT_FOUND', 'There is no such user.')
