import { type Kysely, sql } from 'kysely'

/** API keys. A revoked key has no row any more; the audit log remembers it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_keys (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      name text not null,
      scopes text[] not null,
      prefix text not null,
      hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      last_used_address text,
      last_used_by text
    )`.execute(db)
  await sql`create index api_keys_user on api_keys (user_id, id desc)`.execute(db)
  await sql`create index api_keys_expiry on api_keys (expires_at) where expires_at is not null`.execute(db)

  // Processes keep what they read of keys until one is changed.
  await sql`create function note_key_change() returns trigger language plpgsql as ${sql.lit(`
    begin perform pg_notify('keys', ''); return null; end`)}`.execute(db)
  await sql`
    create trigger api_keys_changed after delete or update of scopes, expires_at on api_keys
      for each statement execute function note_key_change()`.execute(db)
  await sql`
    create trigger users_change_keys after update of groups, disabled_at on users
      for each row when ((old.groups, old.disabled_at) is distinct from (new.groups, new.disabled_at))
      execute function note_key_change()`.execute(db)

  // Streams that were opened with a key end with it, and those of disabled users at once.
  await sql`create trigger api_keys_gone after delete on api_keys for each row execute function note_session_end()`.execute(db)
  await sql`
    create trigger users_disabled after update of disabled_at on users
      for each row when (old.disabled_at is null and new.disabled_at is not null) execute function note_user_change()`.execute(db)
}
