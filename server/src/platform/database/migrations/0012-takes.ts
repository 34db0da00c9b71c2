import { type Kysely, sql } from 'kysely'

/**
 * How often a job was ever taken, apart from how often it may still fail. A retry, and a worker that hands a job back, set the
 * attempts back; a worker that slept through both would find its own number again and write over what another has published.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column takes integer not null default 0`.execute(db)
  await sql`update jobs set takes = attempts`.execute(db)
  // Each take has a folder of its own. Once the job is at its end, the folders of all takes but the one that was published are
  // nobody's; whoever left something there may be dead, or still asleep. Those of a deleted video go with all of it.
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
