import { type Kysely, sql } from 'kysely'

/** For the admin pages: counters, a timeline per job, workers, history, trash and the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column quota_bytes bigint check (quota_bytes >= 0),
      add column quota_jobs integer check (quota_jobs >= 0),
      add column disabled_at timestamptz`.execute(db)
  await sql`alter table jobs add column plan jsonb`.execute(db)
  await addIndexes(db)
  await addTimeline(db)
  await addCounters(db)
  await addAuditLog(db)

  await sql`
    create table workers (
      id uuid primary key,
      host text not null,
      pid integer not null,
      role text not null,
      concurrency integer not null,
      jobs uuid[] not null default '{}',
      load real not null,
      cores integer not null,
      disk_free bigint,
      disk_total bigint,
      started_at timestamptz not null,
      seen_at timestamptz not null
    )`.execute(db)
  await sql`
    create table metrics (
      grain text not null check (grain in ('minute', 'hour')),
      at timestamptz not null,
      queued real not null,
      active real not null,
      completed integer not null,
      failed integer not null,
      video_seconds double precision not null,
      storage_bytes bigint not null,
      primary key (grain, at)
    )`.execute(db)
  await sql`
    create table storage_readings (
      at timestamptz primary key,
      took_ms integer not null,
      files bigint not null,
      bytes bigint not null,
      prefixes jsonb not null
    )`.execute(db)
  await sql`
    create table trash (
      id uuid primary key,
      kind text not null check (kind in ('file', 'temp', 'row')),
      name text not null,
      trash_key text,
      row_data jsonb,
      bytes bigint not null,
      reason text not null,
      removed_at timestamptz not null default now(),
      removed_by text not null
    )`.execute(db)
  await sql`create index trash_newest on trash (removed_at, id)`.execute(db)
}

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index jobs_newest on jobs (created_at, id)`.execute(db)
  await sql`create index jobs_status on jobs (status, created_at, id)`.execute(db)
  await sql`create index jobs_finished on jobs (finished_at) where finished_at is not null`.execute(db)
  await sql`create index jobs_ended_badly on jobs (finished_at) where status in ('FAILED', 'CANCELLED')`.execute(db)
  await sql`create index assets_newest on assets (created_at)`.execute(db)
  await sql`create index assets_largest on assets (file_size desc)`.execute(db)
  // Substring search needs trigrams. They come with PostgreSQL; a server that refuses them searches slowly.
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index jobs_source_text on jobs using gin (input_source gin_trgm_ops);
      create index videos_title_text on videos using gin (title gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise notice 'pg_trgm is not available: searching jobs is slow';
    end $$`.execute(db)
}

/** Written by triggers, so that every change of a job is recorded. Workers add the notes. */
async function addTimeline(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_events (
      id bigint generated always as identity primary key,
      job_id uuid not null references jobs on delete cascade,
      at timestamptz not null default clock_timestamp(),
      kind text not null check (kind in ('status', 'stage', 'note')),
      attempt integer not null,
      status text not null,
      stage text,
      note text
    )`.execute(db)
  await sql`create index job_events_job on job_events (job_id, id)`.execute(db)
  await sql`
    create index job_events_news on job_events (id)
      where kind = 'status' and status in ('PENDING', 'COMPLETED', 'FAILED', 'CANCELLED')`.execute(db)
  await sql`
    create function note_new_jobs() returns trigger language plpgsql as $$
    begin
      insert into job_events (job_id, at, kind, attempt, status, stage)
        select id, created_at, 'status', attempts, status, stage from new_rows order by created_at;
      insert into tallies (kind, name, count) select 'jobs', status, count(*) from new_rows group by status;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger jobs_note_new after insert on jobs
      referencing new table as new_rows for each statement execute function note_new_jobs()`.execute(db)
  await sql`
    create function note_job_step() returns trigger language plpgsql as $$
    begin
      insert into job_events (job_id, kind, attempt, status, stage, note) values (
        new.id,
        case when old.status is distinct from new.status then 'status' else 'stage' end,
        new.attempts, new.status, new.stage,
        case when new.status = 'FAILED' then concat_ws(E'\n', new.error_text, new.error_detail) end
      );
      if old.status is distinct from new.status then
        insert into tallies (kind, name, count) values ('jobs', old.status, -1), ('jobs', new.status, 1);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger jobs_note_change after update on jobs for each row
      when ((old.status, old.stage, old.attempts) is distinct from (new.status, new.stage, new.attempts))
      execute function note_job_step()`.execute(db)
  await sql`
    insert into job_events (job_id, at, kind, attempt, status, stage, note)
      select id, updated_at, 'status', attempts, status, stage, error_text from jobs order by updated_at`.execute(db)
}

/**
 * Counters that are read often. A change adds a row and updates none, so transactions never block each other; a task merges the rows of one
 * name now and then. The value is the sum of the rows.
 *
 * jobs: per status. kind: assets per type. owner: assets per user. videos: per user. day: assets that are there, by the day
 * they were made. added, removed: assets by the day it happened (days are UTC).
 */
async function addCounters(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tallies (
      kind text not null,
      name text not null,
      count bigint not null,
      bytes bigint not null default 0
    )`.execute(db)
  await sql`create index tallies_name on tallies (kind, name)`.execute(db)
  await sql`
    create function utc_day(at timestamptz) returns text language sql immutable as
      $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD') $$`.execute(db)

  await sql`
    create function tally_gone_jobs() returns trigger language plpgsql as $$
    begin
      insert into tallies (kind, name, count) select 'jobs', status, -count(*) from old_rows group by status;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger jobs_tally_gone after delete on jobs
      referencing old table as old_rows for each statement execute function tally_gone_jobs()`.execute(db)

  await sql`
    create function tally_new_assets() returns trigger language plpgsql as $$
    begin
      insert into tallies select 'kind', asset_type, count(*), sum(file_size) from new_rows group by asset_type;
      insert into tallies select 'owner', user_id, count(*), sum(file_size)
        from new_rows join jobs on jobs.id = new_rows.job_id group by user_id;
      insert into tallies select 'day', utc_day(created_at), count(*), sum(file_size) from new_rows group by 2;
      insert into tallies select 'added', utc_day(created_at), count(*), sum(file_size) from new_rows group by 2;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger assets_tally_new after insert on assets
      referencing new table as new_rows for each statement execute function tally_new_assets()`.execute(db)

  // When assets are deleted with their job, its row is gone and has no owner here: the trigger on videos below counts for the owner.
  await sql`
    create function tally_gone_assets() returns trigger language plpgsql as $$
    begin
      insert into tallies select 'kind', asset_type, -count(*), -sum(file_size) from old_rows group by asset_type;
      insert into tallies select 'owner', user_id, -count(*), -sum(file_size)
        from old_rows join jobs on jobs.id = old_rows.job_id group by user_id;
      insert into tallies select 'day', utc_day(created_at), -count(*), -sum(file_size) from old_rows group by 2;
      insert into tallies select 'removed', utc_day(now()), count(*), sum(file_size) from old_rows having count(*) > 0;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger assets_tally_gone after delete on assets
      referencing old table as old_rows for each statement execute function tally_gone_assets()`.execute(db)

  await sql`
    create function tally_new_videos() returns trigger language plpgsql as $$
    begin
      insert into tallies (kind, name, count) select 'videos', user_id, count(*) from new_rows group by user_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger videos_tally_new after insert on videos
      referencing new table as new_rows for each statement execute function tally_new_videos()`.execute(db)
  await sql`
    create function tally_gone_video() returns trigger language plpgsql as $$
    begin
      insert into tallies (kind, name, count) values ('videos', old.user_id, -1);
      insert into tallies select 'owner', old.user_id, -count(*), -sum(file_size)
        from assets where job_id = old.id having count(*) > 0;
      return old;
    end $$`.execute(db)
  await sql`create trigger videos_tally_gone before delete on videos for each row execute function tally_gone_video()`.execute(db)

  // Deleting a user deletes the jobs before the videos, so the owner's counters are reset at the end and not for each asset.
  await sql`
    create function forget_tallies_of_user() returns trigger language plpgsql as $$
    begin
      delete from tallies where kind in ('owner', 'videos') and name = old.id::text;
      return null;
    end $$`.execute(db)
  await sql`create trigger users_forget_tallies after delete on users for each row execute function forget_tallies_of_user()`.execute(db)

  await sql`
    create function recount_tallies() returns void language sql as $$
      delete from tallies where kind in ('jobs', 'kind', 'owner', 'videos', 'day');
      insert into tallies (kind, name, count) select 'jobs', status, count(*) from jobs group by status;
      insert into tallies (kind, name, count) select 'videos', user_id, count(*) from videos group by user_id;
      insert into tallies select 'kind', asset_type, count(*), sum(file_size) from assets group by asset_type;
      insert into tallies select 'owner', user_id, count(*), sum(file_size) from assets join jobs on jobs.id = job_id group by user_id;
      insert into tallies select 'day', utc_day(created_at), count(*), sum(file_size) from assets group by 2;
    $$`.execute(db)
  await sql`select recount_tallies()`.execute(db)
  await sql`insert into tallies select 'added', name, count, bytes from tallies where kind = 'day'`.execute(db)
}

/** Append-only: the database refuses changes. No foreign key to users, because the log outlives them. */
async function addAuditLog(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id uuid primary key,
      at timestamptz not null default clock_timestamp(),
      actor_id uuid not null,
      actor text not null,
      action text not null,
      target text,
      details jsonb not null default '{}'
    )`.execute(db)
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log can not be changed.';
    end $$`.execute(db)
  await sql`
    create trigger audit_log_stays before update or delete or truncate on audit_log
      for each statement execute function refuse_audit_change()`.execute(db)
}
