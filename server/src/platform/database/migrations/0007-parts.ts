import { type Kysely, sql } from 'kysely'

/** A long video is encoded in parts by several workers. Finished parts survive a dead worker, until the job ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_splits (
      job_id uuid primary key references jobs on delete cascade,
      folder text not null,
      recipe jsonb not null,
      useful_attempt integer not null default 0,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table job_parts (
      job_id uuid not null references job_splits on delete cascade,
      number integer not null,
      stretch jsonb,
      weight real not null,
      state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'failed')),
      take integer not null default 0,
      done real not null default 0,
      pieces jsonb not null default '[]',
      outcome jsonb,
      seen_at timestamptz,
      primary key (job_id, number)
    )`.execute(db)

  // When a job ends, its parts and their files are not needed any more.
  await sql`
    create function forget_split_of_job() returns trigger language plpgsql as $$
    begin
      delete from job_splits where job_id = new.id;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger jobs_forget_split after update of status on jobs for each row
    when (new.status in ('COMPLETED', 'FAILED', 'CANCELLED')) execute function forget_split_of_job()`.execute(db)
  await sql`
    create function discard_files_of_split() returns trigger language plpgsql as $$
    begin
      insert into discarded_files (prefix) values (old.folder) on conflict do nothing;
      return old;
    end $$`.execute(db)
  await sql`
    create trigger job_splits_discard after delete on job_splits for each row execute function discard_files_of_split()`.execute(db)
}
