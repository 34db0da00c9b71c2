import type { Session } from '@video-forge/contract/accounts/account-settings'
import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import { sql } from 'kysely'
import type { Caller, Handlers } from '../../http/api/handlers.ts'
import type { AccountDeps } from '../account-deps.ts'
import { unknownDevice } from '../sign-in/device.ts'

type SessionKeys = 'GET /auth/sessions' | 'DELETE /auth/sessions' | 'DELETE /auth/sessions/{id}'

/** The open sessions of a user. An ended session is refused from the next request on. */
export function sessionHandlers({ db, sessions }: AccountDeps): Handlers<SessionKeys> {
  const list = async ({ userId, sessionId }: Caller): Promise<{ sessions: Session[]; total: number }> => {
    const lastUsed = sql<Date>`coalesce(last_used_at, created_at)`
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'device', lastUsed.as('last_used_at'), sql<string>`count(*) over ()`.as('total')])
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      // The current session comes first, so that the limit never cuts it off.
      .orderBy(sql`id = ${sessionId}`, 'desc')
      .orderBy(lastUsed, 'desc')
      .limit(limits.sessionsListed)
      .execute()
    const described = rows.map(({ id, created_at, last_used_at, device }) => ({
      id,
      current: id === sessionId,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      device: device ?? unknownDevice,
    }))
    return { sessions: described, total: Number(rows[0]?.total ?? 0) }
  }

  return {
    'GET /auth/sessions': ({ caller }) => list(caller),

    'DELETE /auth/sessions': async ({ caller }) => {
      await sessions.endAllOf(db, caller.userId, caller.sessionId)
      return list(caller)
    },

    'DELETE /auth/sessions/{id}': async ({ params, caller }) => {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ ended_at: new Date() })
        .where('id', '=', params.id)
        .where('user_id', '=', caller.userId)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Failure('NOT_FOUND', 'There is no such session.')
      return list(caller)
    },
  }
}
