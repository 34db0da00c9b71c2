import { type Kysely, sql } from 'kysely'

/**
 * The thumbnail that the owner of a video has chosen. It is not an asset, because a job replaces those. Its version is part of its address
 * and raised with every choice, so that caches never show the one before. It counts towards its owner's storage, as a kind of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column thumbnail_key text,
      add column thumbnail_bytes bigint not null default 0 check (thumbnail_bytes >= 0),
      add column thumbnail_version integer not null default 0`.execute(db)
  await sql`
    create function tally_chosen_thumbnail() returns trigger language plpgsql as $$
    declare
      before bigint := case when tg_op = 'INSERT' then 0 else old.thumbnail_bytes end;
      after bigint := case when tg_op = 'DELETE' then 0 else new.thumbnail_bytes end;
      owner_id text := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
    begin
      insert into tallies (kind, name, count, bytes) values
        ('owner', owner_id, (after > 0)::int - (before > 0)::int, after - before),
        ('kind', 'CHOSEN_THUMBNAIL', (after > 0)::int - (before > 0)::int, after - before);
      if after > 0 then
        insert into tallies (kind, name, count, bytes) values ('added', utc_day(now()), 1, after);
      end if;
      if before > 0 then
        insert into tallies (kind, name, count, bytes) values ('removed', utc_day(now()), 1, before);
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$`.execute(db)
  const counter = (name: string, event: string, when: string) =>
    sql`create trigger ${sql.ref(name)} ${sql.raw(event)} on videos for each row when (${sql.raw(when)}) execute function tally_chosen_thumbnail()`.execute(
      db,
    )
  await counter('videos_tally_thumbnail_new', 'after insert', 'new.thumbnail_bytes > 0')
  await counter('videos_tally_thumbnail', 'after update', 'old.thumbnail_key is distinct from new.thumbnail_key')
  await counter('videos_tally_thumbnail_gone', 'before delete', 'old.thumbnail_bytes > 0')

  // The file of a thumbnail that is replaced is recorded for deletion; with its video, all files are.
  await sql`
    create function discard_chosen_thumbnail() returns trigger language plpgsql as $$
    begin
      insert into discarded_files (prefix) values (old.thumbnail_key) on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger videos_discard_thumbnail after update on videos for each row
      when (old.thumbnail_key is not null and old.thumbnail_key is distinct from new.thumbnail_key)
      execute function discard_chosen_thumbnail()`.execute(db)

  // The function that counts anew, as before and with the chosen thumbnails.
  await sql`alter function recount_tallies() rename to recount_tallies_of_originals`.execute(db)
  await sql`
    create function recount_tallies() returns void language sql as $$
      select recount_tallies_of_originals();
      insert into tallies select 'owner', user_id, count(*), sum(thumbnail_bytes) from videos where thumbnail_bytes > 0 group by user_id;
      insert into tallies select 'kind', 'CHOSEN_THUMBNAIL', count(*), sum(thumbnail_bytes) from videos where thumbnail_bytes > 0
        having count(*) > 0;
    $$`.execute(db)
}
