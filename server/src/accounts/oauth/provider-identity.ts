import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import type { Transaction } from 'kysely'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { AccountDeps } from '../account-deps.ts'
import { identityKey } from '../identity-key.ts'
import { permitProviderAccount } from '../invitations/permit-account.ts'
import { type Connection, insertUser, type UserRow } from '../users.ts'
import type { Claims } from './provider.ts'
import { followAdminGroup } from './provider-admins.ts'
import type { ProviderSettings } from './providers.ts'

type IdentityDeps = Pick<AccountDeps, 'db' | 'sessions' | 'config' | 'audit' | 'log'>

/**
 * The account of a provider's identity: the one already linked to it, the one with the same address, or a new one. Only verified
 * addresses count. An unconfirmed account with the address may have been opened by somebody else, so its password and sessions
 * are removed, and its username counts as not chosen.
 */
export function adoptProviderIdentity(deps: IdentityDeps, settings: ProviderSettings, claims: Claims | undefined): Promise<UserRow> {
  const email = claims?.['email']
  if (!claims || typeof email !== 'string' || claims['email_verified'] !== true) {
    throw new Failure('NOT_ALLOWED', `${settings.name} has not verified an e-mail address for this account.`)
  }
  return deps.db.transaction().execute(async (transaction) => {
    const user = await findOrCreate(deps, transaction, `${claims.iss} ${claims.sub}`, email)
    return settings.admins ? followAdminGroup(deps, transaction, user, settings.admins, claims) : user
  })
}

async function findOrCreate({ sessions, config }: IdentityDeps, transaction: Transaction<Tables>, subject: string, email: string) {
  const known = await findKnown(transaction, subject)
  if (known) return known

  const same = await transaction.selectFrom('users').selectAll().where('email_key', '=', identityKey(email)).forUpdate().executeTakeFirst()
  // Nobody has proved to own an unconfirmed account, so taking it over is as good as a new one.
  if (!same?.confirmed_at) await permitProviderAccount(transaction, config.registration, email)
  if (same) {
    if (!same.confirmed_at) await sessions.endAllOf(transaction, same.id)
    const google_subject = same.google_subject ?? subject
    const linked = await transaction
      .updateTable('users')
      .set({ google_subject, ...(!same.confirmed_at && { confirmed_at: new Date(), password_hash: null, chose_username: false }) })
      .where('id', '=', same.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await link(transaction, subject, same.id)
    return linked
  }

  const username = await freeUsername(transaction, email)
  const id = newId()
  const user = await insertUser(transaction, { id, username, email, google_subject: subject, groups: ['user'], confirmed_at: new Date() })
  await link(transaction, subject, id)
  return user
}

/** The version before writes only the column. */
const findKnown = (transaction: Transaction<Tables>, subject: string): Promise<UserRow | undefined> =>
  transaction
    .selectFrom('users')
    .selectAll()
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('google_subject', '=', subject),
        eb('id', '=', selectFrom('identities').select('identities.user_id').where('identities.subject', '=', subject)),
      ]),
    )
    .executeTakeFirst()

const link = (transaction: Transaction<Tables>, subject: string, user_id: string) =>
  transaction
    .insertInto('identities')
    .values({ subject, user_id })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute()

async function freeUsername(db: Connection, email: string): Promise<string> {
  const cleaned = (email.split('@')[0] ?? '').replaceAll(/[^A-Za-z0-9._-]/g, '').replace(/^[._-]+/, '')
  const base = cleaned.padEnd(limits.usernameMinLength, '0').slice(0, limits.usernameMaxLength - 6)
  const taken = await db.selectFrom('users').select('id').where('username_key', '=', identityKey(base)).executeTakeFirst()
  return taken ? `${base}-${newId().slice(-5)}` : base
}
