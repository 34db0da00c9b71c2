import { type Kysely, sql } from 'kysely'

/**
 * A new file for a video. The row is there from the call that replaces the file until the job has published it, or has ended without: as
 * long as it is there, the job works on this file, and people watch the version before it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table replacements (
      video_id uuid primary key references videos on delete cascade,
      user_id uuid not null,
      upload_key text not null,
      original_key text not null,
      original_mime text,
      original_name text not null,
      bytes bigint not null check (bytes >= 0),
      privacy text,
      facts jsonb,
      embedded jsonb,
      duration double precision not null,
      width integer not null,
      height integer not null,
      video_codec text not null,
      audio_codec text,
      created_at timestamptz not null default now()
    )`.execute(db)
  // The version of the files is part of their addresses. A thumbnail that shows a frame is replaced together with the file.
  await sql`
    alter table videos
      add column files_version integer not null default 0,
      add column thumbnail_is_frame boolean not null default false`.execute(db)
  await countReplacements(db)
  await endReplacements(db)
  await refuseOlderWorkers(db)
}

/** The new original counts towards its owner's storage from the start. Once it is published, it counts as an asset. */
async function countReplacements(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tally_replacement() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into tallies (kind, name, count, bytes) values ('owner', new.user_id, 1, new.bytes);
      else
        insert into tallies (kind, name, count, bytes) values ('owner', old.user_id, -1, -old.bytes);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger replacements_tally after insert or delete on replacements for each row execute function tally_replacement()`.execute(db)
  // The function that counts anew, as before and with the replacements.
  await sql`alter function recount_tallies() rename to recount_tallies_before_replacements`.execute(db)
  await sql`
    create function recount_tallies() returns void language sql as $$
      select recount_tallies_before_replacements();
      insert into tallies select 'owner', user_id, count(*), sum(bytes) from replacements group by user_id;
    $$`.execute(db)
}

/** A job that ends without success leaves its video as it is, and the new file is recorded for deletion. */
async function endReplacements(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function give_up_replacement() returns trigger language plpgsql as $$
    begin
      delete from replacements where video_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger jobs_give_up_replacement after update of status on jobs for each row
      when (new.status in ('FAILED', 'CANCELLED')) execute function give_up_replacement()`.execute(db)
  await sql`
    create function discard_replacement() returns trigger language plpgsql as $$
    begin
      if not exists (select from videos where id = old.video_id and original_key = old.original_key) then
        insert into discarded_files (prefix) values (old.original_key) on conflict do nothing;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger replacements_discard after delete on replacements for each row execute function discard_replacement()`.execute(db)

  // As before, but a job that ends without success may have published files in an earlier run, whose folder stays.
  await sql`
    create or replace function discard_files_of_takes() returns trigger language plpgsql as $$
    begin
      insert into discarded_files (prefix)
      select 'videos/' || new.id || '/' || take || '/'
      from generate_series(1, case when new.status = 'COMPLETED' then new.takes - 1 else new.takes end) as take
      where new.status = 'COMPLETED' or not exists (
        select from assets where job_id = new.id and storage_key like 'videos/' || new.id || '/' || take || '/%')
      on conflict (prefix) do update set discarded_at = now();
      return null;
    end $$`.execute(db)
}

/**
 * A worker of the version before would encode the old file again and delete what is published. It does not write `replacement_take`, so
 * its claim changes nothing, and the job waits for a worker that does.
 */
async function refuseOlderWorkers(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column replacement_take integer`.execute(db)
  await sql`
    create function refuse_older_worker() returns trigger language plpgsql as $$
    begin
      if new.replacement_take is distinct from new.takes and exists (select from replacements where video_id = new.id) then
        return null;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger jobs_refuse_older_worker before update on jobs for each row
      when (new.takes > old.takes) execute function refuse_older_worker()`.execute(db)
}
