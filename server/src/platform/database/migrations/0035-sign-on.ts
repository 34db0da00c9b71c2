import { type Kysely, sql } from 'kysely'

/**
 * Sign-in by several providers, and invitations. `users.google_subject` stays for the version before and for what depends on it: it is the first
 * identity of an account, whichever provider has it. `identities` has all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identities (
      subject text primary key,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index identities_user on identities (user_id)`.execute(db)
  await sql`
    insert into identities (subject, user_id)
    select google_subject, id from users where google_subject is not null`.execute(db)
  // Whether a provider made the person an admin: only then it can take that back.
  await sql`alter table users add column is_provider_admin boolean not null default false`.execute(db)
  await sql`
    create table invitations (
      id uuid primary key,
      email text not null,
      email_key text not null unique,
      hash bytea not null unique,
      invited_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index invitations_expiry on invitations (expires_at)`.execute(db)
}
