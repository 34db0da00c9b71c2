import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Caller, RequestFacts } from '../../http/api/handlers.ts'
import type { AccountDeps } from '../account-deps.ts'
import { findById, type UserRow } from '../users.ts'
import { attemptOn } from './attempt.ts'
import { passwordLimits } from './limits.ts'

/** Rejects a wrong password, and names its field. */
export async function requirePassword(
  { tryPassword, devices }: Pick<AccountDeps, 'tryPassword' | 'devices'>,
  user: UserRow,
  facts: RequestFacts,
  password: string,
  field: string,
): Promise<void> {
  const attempt = attemptOn(user, user.username, facts, devices)
  if (await tryPassword({ password, stored: user.password_hash, attempt, refuseAfter: passwordLimits(user.id) })) return
  throw new Failure('INVALID_INPUT', 'Incorrect password.', { details: [{ field, message: 'Incorrect password.' }] })
}

/**
 * Required for changes that need more than an open session: the password, or a recent sign-in for accounts without one.
 */
export async function requireProof(
  parts: Pick<AccountDeps, 'tryPassword' | 'devices' | 'db'>,
  user: UserRow,
  caller: Caller,
  facts: RequestFacts,
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
  await requirePassword(parts, user, facts, password, 'password')
}

export async function isFreshSession({ db }: Pick<AccountDeps, 'db'>, sessionId: string): Promise<boolean> {
  const fresh = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - ${sql.lit(`${limits.freshSignInMinutes} minutes`)}::interval`)
    .executeTakeFirst()
  return fresh !== undefined
}

/** The caller's row; the account may have been deleted since the request was authenticated. */
export async function callersRow({ db }: Pick<AccountDeps, 'db'>, { userId }: Caller): Promise<UserRow> {
  const user = await findById(db, userId)
  if (!user) throw new Failure('NOT_SIGNED_IN', 'Please sign in to continue.')
  return user
}
