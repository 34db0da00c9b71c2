import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      username text not null,
      username_key text not null unique,
      email text not null,
      email_key text not null unique,
      password_hash text,
      google_subject text unique,
      groups text[] not null check (cardinality(groups) > 0 and groups <@ array['user', 'admin']),
      confirmed_at timestamptz,
      mfa_enabled boolean not null default false,
      created_at timestamptz not null default now(),
      last_sign_in_at timestamptz
    )`.execute(db)
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db)
  await sql`create index sessions_user on sessions (user_id)`.execute(db)
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db)
  await sql`
    create table refresh_tokens (
      hash bytea primary key,
      session_id uuid not null references sessions on delete cascade,
      created_at timestamptz not null default now(),
      used_at timestamptz
    )`.execute(db)
  await sql`create index refresh_tokens_session on refresh_tokens (session_id)`.execute(db)
  await sql`
    create table codes (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('confirm-email', 'sign-in')),
      hash bytea not null,
      tries integer not null default 0,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index codes_user on codes (user_id, purpose, created_at desc)`.execute(db)
}
