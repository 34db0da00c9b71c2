import { type Kysely, sql } from 'kysely'

/** Notifications: changes of jobs for live events, ended sessions for open streams, ended jobs for webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The transaction that last changed each job. A sequence would not do: its numbers may be committed out of order, so a reader that
  // has seen 7 may still miss 6; of transactions the database knows which are over. The row of a deleted job stays for a while.
  await sql`
    create table job_changes (
      job_id uuid primary key,
      user_id uuid not null,
      changed_in xid8 not null,
      removed_at timestamptz
    )`.execute(db)
  await sql`create index job_changes_order on job_changes (changed_in)`.execute(db)
  await sql`create index job_changes_user on job_changes (user_id, changed_in)`.execute(db)
  await sql`create index job_changes_removed on job_changes (removed_at) where removed_at is not null`.execute(db)
  await sql`
    create function note_job_change() returns trigger language plpgsql as $$
    begin
      insert into job_changes (job_id, user_id, changed_in, removed_at)
      values (coalesce(new.id, old.id), coalesce(new.user_id, old.user_id), pg_current_xact_id(), case when tg_op = 'DELETE' then now() end)
      on conflict (job_id) do update set changed_in = excluded.changed_in, removed_at = excluded.removed_at;
      perform pg_notify('live', 'jobs');
      return null;
    end $$`.execute(db)
  // Only columns that people see.
  await sql`
    create trigger jobs_change
      after insert or delete or update of status, progress, stage, eta_seconds, renditions, error_text on jobs
      for each row execute function note_job_change()`.execute(db)

  await sql`
    create function note_session_end() returns trigger language plpgsql as $$
    begin
      perform pg_notify('live', 'session ' || old.id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger sessions_ended after update of ended_at on sessions
      for each row when (old.ended_at is null and new.ended_at is not null) execute function note_session_end()`.execute(db)
  await sql`
    create trigger sessions_gone after delete on sessions
      for each row when (old.ended_at is null) execute function note_session_end()`.execute(db)
  await sql`
    create function note_user_change() returns trigger language plpgsql as $$
    begin
      perform pg_notify('live', 'user ' || new.id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger users_regrouped after update of groups on users
      for each row when (old.groups is distinct from new.groups) execute function note_user_change()`.execute(db)

  await sql`
    create table webhooks (
      user_id uuid primary key references users on delete cascade,
      url text not null,
      secret text not null,
      created_at timestamptz not null default now(),
      last_event text,
      last_at timestamptz,
      last_status integer,
      last_error text
    )`.execute(db)
  await sql`
    create table webhook_deliveries (
      id uuid primary key,
      user_id uuid not null references webhooks on delete cascade,
      event text not null,
      payload jsonb not null,
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index webhook_deliveries_due on webhook_deliveries (due_at)`.execute(db)
  await sql`create index webhook_deliveries_user on webhook_deliveries (user_id)`.execute(db)
  // Written in the transaction that ends the job, so that no call is lost.
  await sql`
    create function note_job_end() returns trigger language plpgsql as $$
    begin
      insert into webhook_deliveries (id, user_id, event, payload)
      select gen_random_uuid(), new.user_id, 'job.' || lower(new.status), jsonb_build_object(
        'id', new.id, 'title', videos.title, 'input_source', new.input_source, 'status', new.status, 'progress', new.progress,
        'error_cause', new.error_cause, 'error_text', new.error_text, 'created_at', new.created_at, 'finished_at', new.finished_at)
      from webhooks join videos on videos.id = new.id where webhooks.user_id = new.user_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger jobs_end after update of status on jobs
      for each row when (old.status is distinct from new.status and new.status in ('COMPLETED', 'FAILED', 'CANCELLED'))
      execute function note_job_end()`.execute(db)

  // The progress of a rendition never decreases either, when another worker starts the job anew.
  await sql`
    create function furthest_renditions(before jsonb, now jsonb) returns jsonb language sql immutable as $$
      select coalesce(jsonb_agg(case when (known->>'progress')::real > (fresh->>'progress')::real then known else fresh end order by place), '[]')
      from jsonb_array_elements(now) with ordinality as reported(fresh, place)
      left join jsonb_array_elements(before) as written(known) on known->>'format' = fresh->>'format'
    $$`.execute(db)

  // One cause fewer: an address that is not allowed counts as one that cannot be reached.
  await sql`update jobs set error_cause = 'source-unreachable' where error_cause = 'source-refused'`.execute(db)
}
