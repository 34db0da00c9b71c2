import type { User } from '@video-forge/contract/accounts/accounts'
import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { identityKey } from './identity-key.ts'

export type UserRow = Selectable<Tables['users']>
export type NewUser = Omit<Insertable<Tables['users']>, 'username_key' | 'email_key'>

export type Connection = Db | Transaction<Tables>

type KnownUser = Pick<UserRow, 'id' | 'username' | 'email' | 'groups' | 'confirmed_at' | 'mfa_enabled'>

export function describeUser(row: KnownUser): User {
  const role = row.groups.includes('admin') ? 'admin' : 'user'
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    role,
    group: role,
    groups: row.groups,
    status: row.confirmed_at ? 'CONFIRMED' : 'UNCONFIRMED',
    mfaEnabled: row.mfa_enabled,
  }
}

/** By e-mail address if there is an @, which usernames cannot contain; otherwise by username. */
export function findByLogin(db: Connection, login: string): Promise<UserRow | undefined> {
  const column = login.includes('@') ? 'email_key' : 'username_key'
  return db.selectFrom('users').selectAll().where(column, '=', identityKey(login)).executeTakeFirst()
}

export function findById(db: Connection, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether others see the username. The gallery has the same rule in SQL. */
export const hasPublicName = ({ google_subject, chose_username }: Pick<UserRow, 'google_subject' | 'chose_username'>): boolean =>
  google_subject === null || chose_username

/** Once: addresses of pages stay. Undefined if it was chosen before. Rejects a name that is taken. */
export function chooseUsername(db: Connection, id: string, username: string): Promise<UserRow | undefined> {
  return rejectTaken(
    db
      .updateTable('users')
      .set({ username, username_key: identityKey(username), chose_username: true })
      .where('id', '=', id)
      .where('google_subject', 'is not', null)
      .where('chose_username', '=', false)
      .returningAll()
      .executeTakeFirst(),
  )
}

/** Rejects an address that was taken since the code was sent. */
export async function changeEmail(db: Connection, id: string, email: string): Promise<UserRow> {
  return rejectTaken(
    db
      .updateTable('users')
      .set({ email, email_key: identityKey(email), confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** The unique indexes decide whether a name or address is free, so that two concurrent requests cannot both get it. */
export async function insertUser(db: Connection, user: NewUser): Promise<UserRow> {
  const keys = { username_key: identityKey(user.username), email_key: identityKey(user.email) }
  return rejectTaken(
    db
      .insertInto('users')
      .values({ ...user, ...keys })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

async function rejectTaken<Row extends UserRow | undefined>(writing: Promise<Row>): Promise<Row> {
  try {
    return await writing
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
    if (constraint === 'users_username_key_key') throw new Failure('USERNAME_TAKEN', 'This username is already taken.', { cause: error })
    if (constraint === 'users_email_key_key') throw new Failure('EMAIL_TAKEN', sentences.emailTaken, { cause: error })
    throw error
  }
}
