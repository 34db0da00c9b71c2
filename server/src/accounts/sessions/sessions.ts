import type { Tokens as TokenSet, User } from '@video-forge/contract/accounts/accounts'
import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Caller } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { type Connection, describeUser, findById, type UserRow } from '../users.ts'
import type { Tokens } from './tokens.ts'

/** What a client gets when a session is opened or refreshed. */
interface SignedIn {
  tokens: TokenSet
  user: User
}

/**
 * A sign-in opens a session. Its refresh tokens form a family, and each is used once. A used token that comes back later than two
 * tabs could explain has been copied; as the thief is unknown, the whole family ends.
 */
export interface Sessions {
  /** `device` is the name people recognize this session by. */
  open(user: UserRow, device: string): Promise<SignedIn>
  refresh(refreshToken: string): Promise<SignedIn>
  /** The open session of a refresh token. */
  idOf(refreshToken: string): Promise<string | undefined>
  end(sessionId: string): Promise<void>
  /** Ends every session of a user, or every one but `except`. */
  endAllOf(db: Connection, userId: string, except?: string): Promise<void>
  /** The caller behind an Authorization header, read from the database. */
  authenticate(authorization: string): Promise<Caller | undefined>
}

const expiry = sql<Date>`now() + interval '30 days'`
const graceMs = 10_000

export function createSessions(db: Db, tokens: Tokens): Sessions {
  return {
    open: (user, device) => db.transaction().execute((transaction) => openSession(transaction, tokens, user, device)),

    async refresh(refreshToken) {
      const refreshed = await db.transaction().execute((transaction) => refreshSession(transaction, tokens, refreshToken))
      // Thrown outside of the transaction, so that the end of a token family is committed.
      if (!refreshed) throw new Failure('NOT_SIGNED_IN', 'Your session has ended. Please sign in again.')
      return refreshed
    },

    idOf: async (refreshToken) => (await openSessionOf(db, tokens, refreshToken).executeTakeFirst())?.session_id,

    end: (sessionId) => endSession(db, sessionId),

    async endAllOf(connection, userId, except) {
      await connection
        .updateTable('sessions')
        .set({ ended_at: new Date() })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
        .execute()
    },

    authenticate: (authorization) => authenticate(db, tokens, authorization),
  }
}

async function openSession(transaction: Connection, tokens: Tokens, user: UserRow, device: string): Promise<SignedIn> {
  const sessionId = newId()
  // The user's row is locked first, so that a sign-in and an admin who disables the account cannot overlap.
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ last_sign_in_at: new Date() })
    .where('id', '=', user.id)
    .where('disabled_at', 'is', null)
    // The password may have been changed since it was checked.
    .where(sql<boolean>`password_hash is not distinct from ${user.password_hash}`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    const current = await findById(transaction, user.id)
    if (current?.disabled_at) throw new Failure('USER_DISABLED', sentences.accountDisabled)
    throw new Failure('INVALID_CREDENTIALS', 'Incorrect username or password.')
  }
  await transaction.insertInto('sessions').values({ id: sessionId, user_id: user.id, expires_at: expiry, device }).execute()
  return issueTokens(transaction, tokens, user, sessionId)
}

/** Undefined if the token is unknown, expired or was used too long ago; the last ends its session. */
async function refreshSession(transaction: Connection, tokens: Tokens, refreshToken: string): Promise<SignedIn | undefined> {
  const row = await openSessionOf(transaction, tokens, refreshToken).forUpdate().executeTakeFirst()
  const user = row && (await findById(transaction, row.user_id))
  if (!row || !user) return undefined
  if (row.used_at && Date.now() - row.used_at.getTime() > graceMs) {
    await endSession(transaction, row.session_id)
    return undefined
  }
  if (!row.used_at) {
    const hash = tokens.hashRefreshToken(refreshToken)
    await transaction.updateTable('refresh_tokens').set({ used_at: new Date() }).where('hash', '=', hash).execute()
  }
  await transaction
    .updateTable('sessions')
    .set({ expires_at: expiry, last_used_at: sql<Date>`now()` })
    .where('id', '=', row.session_id)
    .execute()
  return issueTokens(transaction, tokens, user, row.session_id)
}

const openSessionOf = (connection: Connection, tokens: Tokens, refreshToken: string) =>
  connection
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(['refresh_tokens.used_at', 'sessions.id as session_id', 'sessions.user_id'])
    .where('hash', '=', tokens.hashRefreshToken(refreshToken))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)

async function issueTokens(connection: Connection, tokens: Tokens, user: UserRow, sessionId: string): Promise<SignedIn> {
  const { token: refreshToken, hash } = tokens.newRefreshToken()
  await connection.insertInto('refresh_tokens').values({ hash, session_id: sessionId }).execute()
  const subject = { userId: user.id, sessionId }
  const [idToken, accessToken] = await Promise.all([tokens.issue('id', subject), tokens.issue('access', subject)])
  return { tokens: { idToken, accessToken, refreshToken }, user: describeUser(user) }
}

async function endSession(connection: Connection, sessionId: string): Promise<void> {
  await connection.updateTable('sessions').set({ ended_at: new Date() }).where('id', '=', sessionId).where('ended_at', 'is', null).execute()
}

async function authenticate(db: Db, tokens: Tokens, authorization: string): Promise<Caller | undefined> {
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
}
