import { type Kysely, sql } from 'kysely'

/** What the owner of a video decides about its page, and how often it was watched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column tags text[] not null default '{}',
      add column chapters jsonb not null default '[]',
      add column allow_download boolean not null default true,
      add column show_views boolean not null default true,
      add column show_heat boolean not null default false,
      add column view_count bigint not null default 0`.execute(db)
  const isListed = sql`where visibility = 'public' and status in ('ready', 'uploaded')`
  await sql`create index videos_most_watched on videos (view_count desc, id desc) ${isListed}`.execute(db)
  await sql`create index videos_longest on videos (duration desc nulls last, id desc) ${isListed}`.execute(db)
  await sql`create index videos_tags on videos using gin (tags)`.execute(db)
}
