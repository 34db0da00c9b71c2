import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import type { IDToken } from 'openid-client'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { identityKey } from '../identity-key.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { type Connection, insertUser, type UserRow } from '../users.ts'

/**
 * The account of a provider's identity: the one already linked to it, the one with the same address, or a new one. Only verified
 * addresses count. An unconfirmed account with the address may have been opened by somebody else, so its password and sessions
 * are removed.
 */
export function adoptProviderIdentity(db: Db, sessions: Sessions, claims: IDToken | undefined): Promise<UserRow> {
  const email = claims?.['email']
  if (!claims || typeof email !== 'string' || claims['email_verified'] !== true) {
    throw new Failure('NOT_ALLOWED', 'Google has not verified an e-mail address for this account.')
  }
  const google_subject = `${claims.iss} ${claims.sub}`
  return db.transaction().execute(async (transaction) => {
    const known = await transaction.selectFrom('users').selectAll().where('google_subject', '=', google_subject).executeTakeFirst()
    if (known) return known

    const same = await transaction
      .selectFrom('users')
      .selectAll()
      .where('email_key', '=', identityKey(email))
      .forUpdate()
      .executeTakeFirst()
    if (same) {
      if (!same.confirmed_at) await sessions.endAllOf(transaction, same.id)
      return transaction
        .updateTable('users')
        .set({ google_subject, ...(!same.confirmed_at && { confirmed_at: new Date(), password_hash: null }) })
        .where('id', '=', same.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    }

    const username = await freeUsername(transaction, email)
    return insertUser(transaction, { id: newId(), username, email, google_subject, groups: ['user'], confirmed_at: new Date() })
  })
}

async function freeUsername(db: Connection, email: string): Promise<string> {
  const cleaned = (email.split('@')[0] ?? '').replaceAll(/[^A-Za-z0-9._-]/g, '').replace(/^[._-]+/, '')
  const base = cleaned.padEnd(limits.usernameMinLength, '0').slice(0, limits.usernameMaxLength - 6)
  const taken = await db.selectFrom('users').select('id').where('username_key', '=', identityKey(base)).executeTakeFirst()
  return taken ? `${base}-${newId().slice(-5)}` : base
}
