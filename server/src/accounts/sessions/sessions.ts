import type { Tokens as TokenSet, User } from '@video-forge/contract/accounts'
import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Caller } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { type Connection, describeUser, findById, type UserRow } from '../users.ts'
import type { Tokens } from './tokens.ts'

/**
 * A sign-in opens a session; its refresh tokens form a family, each used once. When a used one comes back later than two
 * tabs could explain, somebody has a copy, and since we can't tell who, the whole family ends.
 */
export interface Sessions {
  /** `device` is what people know this session by. */
  open(user: UserRow, device: string): Promise<{ tokens: TokenSet; user: User }>
  refresh(refreshToken: string): Promise<{ tokens: TokenSet; user: User }>
  /** The open session that a refresh token belongs to. */
  idOf(refreshToken: string): Promise<string | undefined>
  end(sessionId: string): Promise<void>
  /** Every session of somebody, or every one but `except`. */
  endAllOf(db: Connection, userId: string, except?: string): Promise<void>
  /** The caller behind an Authorization header, by the rows as they are now. */
  authenticate(authorization: string): Promise<Caller | undefined>
}

const life = sql<Date>`now() + interval '30 days'`
const graceMs = 10_000

export function createSessions(db: Db, tokens: Tokens): Sessions {
  const ended = () => new Failure('NOT_SIGNED_IN', 'Your session has ended. Please sign in again.')

  const refusal = async (connection: Connection, userId: string) => {
    const user = await findById(connection, userId)
    return user?.disabled_at
      ? new Failure('USER_DISABLED', sentences.accountDisabled)
      : new Failure('INVALID_CREDENTIALS', 'Incorrect username or password.')
  }

  const issue = async (connection: Connection, user: UserRow, sessionId: string) => {
    const { token: refreshToken, hash } = tokens.newRefreshToken()
    await connection.insertInto('refresh_tokens').values({ hash, session_id: sessionId }).execute()
    const subject = { userId: user.id, sessionId }
    const [idToken, accessToken] = await Promise.all([tokens.issue('id', subject), tokens.issue('access', subject)])
    return { tokens: { idToken, accessToken, refreshToken }, user: describeUser(user) }
  }

  const end = async (connection: Connection, sessionId: string) => {
    await connection
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute()
  }

  return {
    open: (user, device) =>
      db.transaction().execute(async (transaction) => {
        const sessionId = newId()
        // The row first: it is where somebody who signs in and an admin who disables them meet.
        const { numUpdatedRows } = await transaction
          .updateTable('users')
          .set({ last_sign_in_at: new Date() })
          .where('id', '=', user.id)
          .where('disabled_at', 'is', null)
          // A password that was changed while somebody signed in with the old one opens nothing.
          .where(sql<boolean>`password_hash is not distinct from ${user.password_hash}`)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw await refusal(transaction, user.id)
        await transaction.insertInto('sessions').values({ id: sessionId, user_id: user.id, expires_at: life, device }).execute()
        return issue(transaction, user, sessionId)
      }),

    async refresh(refreshToken) {
      const renewed = await db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('refresh_tokens')
          .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
          .select(['refresh_tokens.used_at', 'sessions.id as session_id', 'sessions.user_id'])
          .where('hash', '=', tokens.hashRefreshToken(refreshToken))
          .where('ended_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .forUpdate()
          .executeTakeFirst()
        const user = row && (await findById(transaction, row.user_id))
        if (!row || !user) return undefined
        if (row.used_at && Date.now() - row.used_at.getTime() > graceMs) {
          await end(transaction, row.session_id)
          return undefined
        }
        if (!row.used_at) {
          const hash = tokens.hashRefreshToken(refreshToken)
          await transaction.updateTable('refresh_tokens').set({ used_at: new Date() }).where('hash', '=', hash).execute()
        }
        await transaction
          .updateTable('sessions')
          .set({ expires_at: life, last_used_at: sql<Date>`now()` })
          .where('id', '=', row.session_id)
          .execute()
        return issue(transaction, user, row.session_id)
      })
      // Thrown outside, so that ending the family is committed and not rolled back.
      if (!renewed) throw ended()
      return renewed
    },

    async idOf(refreshToken) {
      const row = await db
        .selectFrom('refresh_tokens')
        .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
        .select('sessions.id')
        .where('hash', '=', tokens.hashRefreshToken(refreshToken))
        .where('ended_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      return row?.id
    },

    end: (sessionId) => end(db, sessionId),

    async endAllOf(connection, userId, except) {
      await connection
        .updateTable('sessions')
        .set({ ended_at: new Date() })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
        .execute()
    },

    async authenticate(authorization) {
      const token = /^Bearer ([\w.-]{1,4096})$/i.exec(authorization)?.[1]
      const subject = token && (await tokens.verify(token))
      if (!subject) return undefined
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select('users.groups')
        .where('sessions.id', '=', subject.sessionId)
        .where('users.id', '=', subject.userId)
        .where('ended_at', 'is', null)
        .where('users.disabled_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      return row && { ...subject, groups: row.groups }
    },
  }
}
