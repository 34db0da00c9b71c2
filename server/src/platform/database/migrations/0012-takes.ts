import { type Kysely, sql } from 'kysely'

/**
 * The lease number of a job, separate from its attempts. A retry and a hand-back reset the attempts; a stale worker would find its own
 * number again and overwrite what another one has published.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column takes integer not null default 0`.execute(db)
  await sql`update jobs set takes = attempts`.execute(db)
  // Each lease has its own folder. When the job has ended, the folders of all leases but the published one are discarded. Those of a
  // deleted video are deleted with all its files.
  await sql`
    create function discard_files_of_takes() returns trigger language plpgsql as $$
    begin
      insert into discarded_files (prefix)
      select 'videos/' || new.id || '/' || take || '/'
      from generate_series(1, case when new.status = 'COMPLETED' then new.takes - 1 else new.takes end) as take
      on conflict (prefix) do update set discarded_at = now();
      return null;
    end $$`.execute(db)
  await sql`
    create trigger jobs_discard after update of status on jobs
      for each row when (old.status is distinct from new.status and new.status in ('COMPLETED', 'FAILED', 'CANCELLED'))
      execute function discard_files_of_takes()`.execute(db)
}
