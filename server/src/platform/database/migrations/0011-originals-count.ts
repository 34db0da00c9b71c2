import { type Kysely, sql } from 'kysely'

/**
 * An upload counts towards its owner's storage as soon as it is a video, not only when its job is done. `videos.waiting_bytes` is its size
 * until it is an asset; then it is reset in the same transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column waiting_bytes bigint not null default 0 check (waiting_bytes >= 0)`.execute(db)
  await sql`
    create function tally_waiting_original() returns trigger language plpgsql as $$
    begin
      insert into tallies (kind, name, count, bytes) values (
        'owner', new.user_id,
        (new.waiting_bytes > 0)::int - (case when tg_op = 'INSERT' then 0 else (old.waiting_bytes > 0)::int end),
        new.waiting_bytes - (case when tg_op = 'INSERT' then 0 else old.waiting_bytes end)
      );
      return null;
    end $$`.execute(db)
  await sql`
    create trigger videos_tally_waiting_new after insert on videos for each row
      when (new.waiting_bytes > 0) execute function tally_waiting_original()`.execute(db)
  await sql`
    create trigger videos_tally_waiting after update on videos for each row
      when (old.waiting_bytes is distinct from new.waiting_bytes) execute function tally_waiting_original()`.execute(db)
  await sql`
    create function original_waits_no_more() returns trigger language plpgsql as $$
    begin
      update videos set waiting_bytes = 0 from new_rows
        where new_rows.asset_type = 'ORIGINAL' and videos.id = new_rows.job_id and videos.waiting_bytes > 0;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger assets_original_is_there after insert on assets
      referencing new table as new_rows for each statement execute function original_waits_no_more()`.execute(db)
  await sql`
    create or replace function tally_gone_video() returns trigger language plpgsql as $$
    begin
      insert into tallies (kind, name, count) values ('videos', old.user_id, -1);
      insert into tallies select 'owner', old.user_id, -count(*), -sum(file_size)
        from assets where job_id = old.id having count(*) > 0;
      if old.waiting_bytes > 0 then
        insert into tallies (kind, name, count, bytes) values ('owner', old.user_id, -1, -old.waiting_bytes);
      end if;
      return old;
    end $$`.execute(db)
  await sql`
    create or replace function recount_tallies() returns void language sql as $$
      delete from tallies where kind in ('jobs', 'kind', 'owner', 'videos', 'day');
      insert into tallies (kind, name, count) select 'jobs', status, count(*) from jobs group by status;
      insert into tallies (kind, name, count) select 'videos', user_id, count(*) from videos group by user_id;
      insert into tallies select 'kind', asset_type, count(*), sum(file_size) from assets group by asset_type;
      insert into tallies select 'owner', user_id, count(*), sum(file_size) from assets join jobs on jobs.id = job_id group by user_id;
      insert into tallies select 'owner', user_id, count(*), sum(waiting_bytes) from videos where waiting_bytes > 0 group by user_id;
      insert into tallies select 'day', utc_day(created_at), count(*), sum(file_size) from assets group by 2;
    $$`.execute(db)
}
