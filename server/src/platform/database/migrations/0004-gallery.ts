import { type Kysely, sql } from 'kysely'

const signs = `<>&/\\\\@.:;,_+-='"|()[]{}#*~!?%^$`

/** Uploads, and what watching and sharing a video needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // An upload's id becomes the id of its video. The row is deleted after a day: by then it is a video, or abandoned.
  await sql`
    create table uploads (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      s3_key text not null unique,
      filename text not null,
      content_type text not null,
      size bigint,
      metadata jsonb,
      mime_type text,
      created_at timestamptz not null default now(),
      confirmed_at timestamptz
    )`.execute(db)
  await sql`create index uploads_created on uploads (created_at)`.execute(db)
  await sql`create index uploads_user on uploads (user_id)`.execute(db)
  await sql`
    create function discard_files_of_upload() returns trigger language plpgsql as $$
    begin
      insert into discarded_files (prefix) values ('uploads/' || old.id || '/') on conflict do nothing;
      return old;
    end $$`.execute(db)
  await sql`create trigger uploads_discard after delete on uploads for each row execute function discard_files_of_upload()`.execute(db)

  // Punctuation becomes spaces first: PostgreSQL would drop <this> as a tag, and read one/two as a single word.
  const words = (column: string) =>
    sql`to_tsvector('simple', translate(${sql.ref(column)}, ${sql.lit(signs)}, ${sql.lit(' '.repeat(signs.length))}))`
  await sql`
    alter table videos
      add column original_mime text,
      add column access_version integer not null default 1,
      add column search tsvector generated always as
        (setweight(${words('title')}, 'A') || setweight(${words('description')}, 'B')) stored`.execute(db)
  // Signed addresses contain this version; a change of visibility invalidates them.
  await sql`
    create function end_links_of_video() returns trigger language plpgsql as $$
    begin
      new.access_version := old.access_version + 1;
      delete from share_links where video_id = new.id;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger videos_end_links before update on videos for each row
      when (old.visibility is distinct from new.visibility) execute function end_links_of_video()`.execute(db)

  // Notifies processes that cache lists of public videos.
  await sql`
    create function tell_gallery() returns trigger language plpgsql as $$
    begin
      perform pg_notify('gallery', '');
      return null;
    end $$`.execute(db)
  const tell = (name: string, event: string, when: string) =>
    sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} on videos for each row when (${sql.raw(when)}) execute function tell_gallery()`.execute(
      db,
    )
  await tell('videos_tell_insert', 'insert', "new.visibility = 'public'")
  await tell('videos_tell_update', 'update', "old.visibility = 'public' or new.visibility = 'public'")
  await tell('videos_tell_delete', 'delete', "old.visibility = 'public'")

  // The status of a video follows its job. An original that can be watched stays watchable.
  await sql`
    create function follow_job() returns trigger language plpgsql as $$
    begin
      if new.status in ('FAILED', 'CANCELLED') then
        update videos set status = 'failed' where id = new.id and status = 'processing';
      elsif new.status = 'PENDING' then
        update videos set status = 'processing' where id = new.id and status = 'failed';
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger jobs_lead_video after update on jobs for each row
      when (old.status is distinct from new.status) execute function follow_job()`.execute(db)

  // Ids sort by time, so the newest come first by id.
  await sql`create index videos_public on videos (id desc) where visibility = 'public' and status in ('ready', 'uploaded')`.execute(db)
  await sql`drop index videos_user`.execute(db)
  await sql`create index videos_user on videos (user_id, id desc)`.execute(db)
  await sql`create index videos_search on videos using gin (search)`.execute(db)

  await sql`
    create table share_links (
      id uuid primary key,
      video_id uuid not null references videos on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index share_links_video on share_links (video_id)`.execute(db)
}
