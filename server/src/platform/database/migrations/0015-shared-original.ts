import { type Kysely, sql } from 'kysely'

/**
 * The original that others than the owner and admins get: the original itself when it has no private data, otherwise a copy without it, whose
 * size is `shared_bytes`. `shared_checked_at` is null before the check; without a key it is not shared. The copy counts towards its owner's
 * storage, as a kind of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column shared_key text,
      add column shared_bytes bigint not null default 0 check (shared_bytes >= 0),
      add column shared_checked_at timestamptz`.execute(db)
  await sql`create index videos_unchecked on videos (id) where shared_checked_at is null and original_mime is not null`.execute(db)
  await sql`
    create function tally_shared_original() returns trigger language plpgsql as $$
    declare
      before bigint := case when tg_op = 'INSERT' then 0 else old.shared_bytes end;
      after bigint := case when tg_op = 'DELETE' then 0 else new.shared_bytes end;
      owner_id text := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
    begin
      insert into tallies (kind, name, count, bytes) values
        ('owner', owner_id, (after > 0)::int - (before > 0)::int, after - before),
        ('kind', 'SHARED_ORIGINAL', (after > 0)::int - (before > 0)::int, after - before);
      if after > before then
        insert into tallies (kind, name, count, bytes) values ('added', utc_day(now()), 1, after - before);
      else
        insert into tallies (kind, name, count, bytes) values ('removed', utc_day(now()), 1, before - after);
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$`.execute(db)
  const counter = (name: string, event: string, when: string) =>
    sql`create trigger ${sql.ref(name)} ${sql.raw(event)} on videos for each row when (${sql.raw(when)}) execute function tally_shared_original()`.execute(
      db,
    )
  await counter('videos_tally_shared_new', 'after insert', 'new.shared_bytes > 0')
  await counter('videos_tally_shared', 'after update', 'old.shared_bytes is distinct from new.shared_bytes')
  await counter('videos_tally_shared_gone', 'before delete', 'old.shared_bytes > 0')
  // The function that counts anew, as before and with the shared copies.
  await sql`alter function recount_tallies() rename to recount_tallies_of_assets`.execute(db)
  await sql`
    create function recount_tallies() returns void language sql as $$
      select recount_tallies_of_assets();
      insert into tallies select 'owner', user_id, count(*), sum(shared_bytes) from videos where shared_bytes > 0 group by user_id;
      insert into tallies select 'kind', 'SHARED_ORIGINAL', count(*), sum(shared_bytes) from videos where shared_bytes > 0 having count(*) > 0;
    $$`.execute(db)
}
