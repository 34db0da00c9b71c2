import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { insertUser } from './users.ts'

export interface FirstAdmin {
  username: string
  email: string
  /** Only if it was just generated. It is shown once and stored nowhere. */
  generatedPassword?: string
}

/** The advisory lock for creating the first admin. */
const lockKey = 7_248_195_303

/**
 * Creates the first admin if there is none. Several processes may start at once, so the check and the insert happen under a lock;
 * only the process that created the admin knows the generated password.
 */
export async function ensureFirstAdmin(db: Db, config: Config['admin']): Promise<FirstAdmin> {
  const password = config.password ?? randomBytes(12).toString('base64url')
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(transaction)
    const admin = await transaction
      .selectFrom('users')
      .select(['username', 'email'])
      .where(sql<boolean>`'admin' = any(groups)`)
      .orderBy('created_at')
      .executeTakeFirst()
    if (admin) return admin
    const { username, email } = config
    const password_hash = await hashPassword(password)
    await insertUser(transaction, {
      id: newId(),
      username,
      email,
      password_hash,
      chose_username: true,
      groups: ['admin'],
      confirmed_at: new Date(),
    })
    return { username, email, ...(config.password === undefined && { generatedPassword: password }) }
  })
}
