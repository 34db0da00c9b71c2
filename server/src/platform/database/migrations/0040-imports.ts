import { type Kysely, sql } from 'kysely'

/** What people have imported, so that running an import again takes only what is new, and the old addresses of videos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table imported_sources (
      user_id uuid not null references users on delete cascade,
      key text not null,
      -- Chosen before the first byte is fetched, so that a killed import continues with the same video. It may not exist yet, or any more.
      video_id uuid not null,
      -- The import that takes it, or has taken it.
      task_id uuid not null,
      is_taken boolean not null default false,
      created_at timestamptz not null default now(),
      primary key (user_id, key)
    )`.execute(db)
  await sql`
    create table imported_playlists (
      user_id uuid not null references users on delete cascade,
      key text not null,
      playlist_id uuid not null references playlists on delete cascade,
      primary key (user_id, key)
    )`.execute(db)
  await sql`create index imported_playlists_playlist on imported_playlists (playlist_id)`.execute(db)
  await sql`
    create table old_addresses (
      address text not null,
      video_id uuid not null references videos on delete cascade,
      created_at timestamptz not null default now(),
      primary key (address, video_id)
    )`.execute(db)
  await sql`create index old_addresses_video on old_addresses (video_id)`.execute(db)
  // The files of WATCH_DIR, as they were seen last.
  await sql`
    create table watched_files (
      path text primary key,
      size bigint not null,
      modified_at timestamptz not null,
      seen_at timestamptz not null default now(),
      -- The import that it was given to.
      task_id uuid
    )`.execute(db)
}
