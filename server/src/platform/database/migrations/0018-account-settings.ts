import { type Kysely, sql } from 'kysely'

/**
 * The device of each session, and codes for a new password or e-mail address. Older versions leave the new columns empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column device text, add column last_used_at timestamptz`.execute(db)
  await sql`
    alter table codes
      drop constraint codes_purpose_check,
      add constraint codes_purpose_check check (purpose in ('confirm-email', 'sign-in', 'reset-password', 'change-email')),
      add column email text,
      add column requester bytea,
      add column foreign_tries integer not null default 0`.execute(db)
}
