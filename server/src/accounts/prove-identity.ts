import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/limits'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Caller } from '../http/handlers.ts'
import type { AccountParts } from './account-parts.ts'
import { passwordLimits } from './limits.ts'
import { tryPassword } from './try-password.ts'
import { findById, type UserRow } from './users.ts'

/** Refuses a wrong password of the caller, at the field it was typed into. */
export async function requirePassword(
  { cache }: Pick<AccountParts, 'cache'>,
  user: UserRow,
  password: string,
  field: string,
): Promise<void> {
  if (await tryPassword(cache, password, user.password_hash, passwordLimits(user.id))) return
  throw new Failure('INVALID_INPUT', 'Incorrect password.', { details: [{ field, message: 'Incorrect password.' }] })
}

/**
 * Before a change that an open browser alone must not be enough for: the password, or, for somebody who has none, a sign-in of
 * the last minutes.
 */
export async function requireProof(
  parts: Pick<AccountParts, 'cache' | 'db'>,
  user: UserRow,
  caller: Caller,
  password?: string,
): Promise<void> {
  if (user.password_hash === null) {
    if (!(await isFreshSession(parts, caller.sessionId))) throw new Failure('NOT_ALLOWED', sentences.signInAgain)
    return
  }
  if (password === undefined) {
    throw new Failure('INVALID_INPUT', sentences.allFieldsRequired, {
      details: [{ field: 'password', message: sentences.allFieldsRequired }],
    })
  }
  await requirePassword(parts, user, password, 'password')
}

export async function isFreshSession({ db }: Pick<AccountParts, 'db'>, sessionId: string): Promise<boolean> {
  const fresh = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - ${sql.lit(`${limits.freshSignInMinutes} minutes`)}::interval`)
    .executeTakeFirst()
  return fresh !== undefined
}

/** The row of whoever calls; they may have been deleted since they were let in. */
export async function callersRow({ db }: Pick<AccountParts, 'db'>, { userId }: Caller): Promise<UserRow> {
  const user = await findById(db, userId)
  if (!user) throw new Failure('NOT_SIGNED_IN', 'Please sign in to continue.')
  return user
}
