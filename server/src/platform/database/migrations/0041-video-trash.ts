import { type Kysely, sql } from 'kysely'

/**
 * Deleted videos that can be restored for some days. All rows of such a video are moved out of their tables, so that nothing that reads
 * videos finds it: no query needs a condition, and processes of the version before do not see it either. Its files stay where they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trashed_videos (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      -- The owner or an admin; no foreign key, because it outlives the admin.
      deleted_by uuid not null,
      deleted_at timestamptz not null default now(),
      title text not null,
      visibility text not null,
      duration double precision,
      -- What it counts towards its owner's storage, and as how many files.
      bytes bigint not null,
      file_count integer not null,
      -- The keys of its files in storage.
      files text[] not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index trashed_videos_user on trashed_videos (user_id, deleted_at, id)`.execute(db)
  await sql`create index trashed_videos_age on trashed_videos (deleted_at, id)`.execute(db)
  await sql`
    create table trashed_rows (
      video_id uuid not null references trashed_videos on delete cascade,
      -- Rows are inserted again in this order: those that others refer to come first.
      place integer not null,
      table_name text not null,
      rows jsonb not null,
      primary key (video_id, place)
    )`.execute(db)
  await countTrash(db)
  await discardFiles(db)
  await muteWebhooks(db)
  await refuseOlderWorkers(db)
}

/** A deleted video counts towards its owner's storage until its files are gone. */
async function countTrash(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tally_trashed_video() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into tallies (kind, name, count, bytes) values ('owner', new.user_id, new.file_count, new.bytes);
      else
        insert into tallies (kind, name, count, bytes) values ('owner', old.user_id, -old.file_count, -old.bytes);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger trashed_videos_tally after insert or delete on trashed_videos
      for each row execute function tally_trashed_video()`.execute(db)
  // The function that counts anew, as before and with the deleted videos.
  await sql`alter function recount_tallies() rename to recount_tallies_before_trash`.execute(db)
  await sql`
    create function recount_tallies() returns void language sql as $$
      select recount_tallies_before_trash();
      insert into tallies select 'owner', user_id, sum(file_count), sum(bytes) from trashed_videos group by user_id;
    $$`.execute(db)
}

/** A video that is restored is in its table before it leaves this one, and keeps its files. */
async function discardFiles(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function discard_files_of_trashed_video() returns trigger language plpgsql as $$
    begin
      if not exists (select from videos where id = old.id) then
        insert into discarded_files (prefix) values ('videos/' || old.id || '/') on conflict do nothing;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger trashed_videos_discard after delete on trashed_videos
      for each row execute function discard_files_of_trashed_video()`.execute(db)
}

/** A restored video is one event, not one for each of its rows. */
async function muteWebhooks(db: Kysely<unknown>): Promise<void> {
  await sql`alter function owe_webhook_calls(uuid, text, jsonb) rename to owe_webhook_calls_always`.execute(db)
  await sql`
    create function owe_webhook_calls(owner uuid, name text, details jsonb) returns void language plpgsql as $$
    begin
      if current_setting('video_forge.is_restoring', true) = 'on' and name <> 'video.created' then return; end if;
      perform owe_webhook_calls_always(owner, name, details);
    end $$`.execute(db)
}

/**
 * A video gets more qualities by a replacement of its file by itself. A worker of the version before would delete the file as the old one.
 * It does not write `own_file_take`, so its claim changes nothing, and the job waits for a worker that does.
 */
async function refuseOlderWorkers(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column own_file_take integer`.execute(db)
  await sql`
    create function refuse_worker_without_own_file() returns trigger language plpgsql as $$
    begin
      if new.own_file_take is distinct from new.takes and exists (
        select from replacements join videos on videos.id = video_id
        where video_id = new.id and replacements.original_key = videos.original_key) then
        return null;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger jobs_refuse_worker_without_own_file before update on jobs for each row
      when (new.takes > old.takes) execute function refuse_worker_without_own_file()`.execute(db)
}
