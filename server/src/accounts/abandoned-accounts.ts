import { sql } from 'kysely'
import { identityKey } from './identity-key.ts'
import type { Connection } from './users.ts'

/** Null equals nothing. */
const keyOf = (text: string | undefined): string | null => (text === undefined ? null : identityKey(text))

/** Deletes unconfirmed accounts with this name or address after a day, so that both can be used again. */
export async function freeAbandoned(connection: Connection, { username, email }: { username?: string; email?: string }): Promise<void> {
  await sql`delete from users where confirmed_at is null and created_at < now() - interval '1 day'
      and (email_key = ${keyOf(email)} or username_key = ${keyOf(username)})`.execute(connection)
}

/** Deletes an unconfirmed account with an address that somebody else has proved to own. */
export async function freeUnconfirmed(connection: Connection, email: string): Promise<void> {
  await sql`delete from users where confirmed_at is null and email_key = ${identityKey(email)}`.execute(connection)
}
