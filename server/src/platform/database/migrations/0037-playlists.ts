import { type Kysely, sql } from 'kysely'

/** Playlists with their videos in order, and what signed-in people have watched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table playlists (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      title text not null,
      description text not null default '',
      visibility text not null check (visibility in ('public', 'private', 'link')),
      kind text not null default 'list' check (kind in ('list', 'watch-later')),
      -- Raised with every change of its videos: an order that was made from an older one is refused.
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (kind = 'list' or visibility = 'private')
    )`.execute(db)
  await sql`create index playlists_user on playlists (user_id, id desc)`.execute(db)
  await sql`create unique index playlists_watch_later on playlists (user_id) where kind = 'watch-later'`.execute(db)
  // Processes remember what visitors see of the lists that are open to them. Every change of a list is one of its row.
  const tell = (name: string, event: string, when: string) =>
    sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} on playlists for each row when (${sql.raw(when)}) execute function tell_gallery()`.execute(
      db,
    )
  await tell('playlists_tell_insert', 'insert', "new.visibility <> 'private'")
  await tell('playlists_tell_update', 'update', "old.visibility <> 'private' or new.visibility <> 'private'")
  await tell('playlists_tell_delete', 'delete', "old.visibility <> 'private'")

  await sql`
    create table playlist_videos (
      playlist_id uuid not null references playlists on delete cascade,
      video_id uuid not null references videos on delete cascade,
      -- Only the order counts; numbers may be missing.
      position integer not null,
      added_at timestamptz not null default now(),
      primary key (playlist_id, video_id)
    )`.execute(db)
  await sql`create index playlist_videos_order on playlist_videos (playlist_id, position, video_id)`.execute(db)
  await sql`create index playlist_videos_video on playlist_videos (video_id)`.execute(db)

  await sql`alter table users add column keeps_history boolean not null default true`.execute(db)
  await sql`
    create table watch_history (
      user_id uuid not null references users on delete cascade,
      video_id uuid not null references videos on delete cascade,
      watched_at timestamptz not null default now(),
      -- Where playback was last.
      seconds double precision not null default 0,
      primary key (user_id, video_id)
    )`.execute(db)
  await sql`create index watch_history_order on watch_history (user_id, watched_at desc, video_id desc)`.execute(db)
  await sql`create index watch_history_video on watch_history (video_id)`.execute(db)
}
