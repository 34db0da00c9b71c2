import { type Kysely, sql } from 'kysely'

/**
 * Passwords of videos, the sites that may embed them, and the keys of playback tokens.
 *
 * A video with a password is stored as private, and `opens_by_password` says that everybody who knows the password may watch it. So whatever
 * does not know about passwords keeps it closed: lists, searches, link previews, caches, and processes of the version before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column password_hash text,
      add column opens_by_password boolean not null default false,
      add column embed_domains text[] not null default '{}',
      add constraint videos_password_is_closed check (not opens_by_password or (visibility = 'private' and password_hash is not null))`.execute(
    db,
  )
  // Before videos_end_links, by its name: that one sees the visibility which this one decides on.
  await sql`
    create function keep_password() returns trigger language plpgsql as $$
    begin
      if new.password_hash is not null and new.visibility = 'public' then
        new.visibility := 'private';
        new.opens_by_password := true;
      elsif new.password_hash is null and new.opens_by_password then
        new.visibility := 'public';
        new.opens_by_password := false;
      end if;
      if (new.password_hash, new.opens_by_password) is distinct from (old.password_hash, old.opens_by_password) then
        new.access_version := old.access_version + 1;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger videos_ask_password before update on videos for each row
      when (new.password_hash is not null or old.password_hash is not null) execute function keep_password()`.execute(db)
  // Processes remember which videos everybody may play, and which ask for a password.
  await sql`
    create trigger videos_tell_password after update on videos for each row
      when (old.opens_by_password is distinct from new.opens_by_password) execute function tell_gallery()`.execute(db)

  await sql`
    create table signing_keys (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      name text not null,
      algorithm text not null,
      -- PEM, of EdDSA.
      public_key text,
      -- Encrypted, of HS256.
      secret bytea,
      created_at timestamptz not null default now(),
      check ((algorithm = 'EdDSA' and public_key is not null and secret is null)
        or (algorithm = 'HS256' and public_key is null and secret is not null))
    )`.execute(db)
  await sql`create index signing_keys_user on signing_keys (user_id, id desc)`.execute(db)

  // Who has used a token that is limited to some viewers.
  await sql`
    create table token_viewers (
      token_hash bytea not null,
      viewer_hash bytea not null,
      key_id uuid not null references signing_keys on delete cascade,
      expires_at timestamptz not null,
      primary key (token_hash, viewer_hash)
    )`.execute(db)
  await sql`create index token_viewers_expiry on token_viewers (expires_at)`.execute(db)
  await sql`create index token_viewers_key on token_viewers (key_id)`.execute(db)
}
