import { type Kysely, sql } from 'kysely'

/**
 * Blocks of the search that imports of older videos have filled are divided in the background, see docs/decisions/0024-search.md. The newest
 * videos of a block go to a new block, some at a time, each with its documents. So every state in between is a valid one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // While a block takes videos of the one before it: the first id that it will have.
  await sql`alter table search_blocks add column grows_to uuid`.execute(db)
  await sql`
    create table search_division (
      only_row boolean primary key default true check (only_row),
      -- How many videos had been inserted when the sizes of the blocks were last looked at.
      checked_turn bigint,
      -- The version before has its blocks in the order of their numbers. An upgrade is over by then.
      starts_at timestamptz not null default now() + interval '1 hour'
    )`.execute(db)
  await sql`insert into search_division default values`.execute(db)
  await lockBlocks(db)
  await lockDeletions(db)
}

/**
 * Who writes documents with the number of a block holds its lock, shared, until the end of the transaction. Who makes the block smaller holds
 * it alone. So documents are never written with a number that is no longer that of the video.
 */
async function lockBlocks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function search_block(video_id uuid) returns integer language plpgsql as $$
    declare
      block integer;
      locked integer;
    begin
      loop
        block := coalesce((select number from search_blocks where first_id <= video_id order by first_id desc limit 1), 0);
        exit when block = locked;
        perform pg_advisory_xact_lock_shared(1718511, block);
        locked := block;
      end loop;
      return block;
    end $$`.execute(db)
  // The transaction holds other locks, so it does not wait for long. A block that is not begun now becomes too large, and is divided.
  await sql`
    create or replace function begin_search_block(video_id uuid) returns void language plpgsql as $$
    declare
      usual_timeout text := current_setting('lock_timeout');
    begin
      perform set_config('lock_timeout', '100ms', true);
      perform pg_advisory_xact_lock(1718511, (select number from search_blocks order by first_id desc limit 1));
      perform set_config('lock_timeout', usual_timeout, true);
      insert into search_blocks (number, first_id)
      select max(number) + 1, $1 from search_blocks having bool_and(first_id < $1) on conflict do nothing;
    exception when lock_not_available then null;
    end $$`.execute(db)
}

/** Otherwise documents of captions could be written again after their captions are gone. */
async function lockDeletions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function keep_search_of_caption() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform search_block(old.video_id);
        delete from search_documents where id = old.id;
        return null;
      end if;
      insert into search_languages select lower(split_part(new.language, '-', 1))
        where not exists (select from search_languages where language = lower(split_part(new.language, '-', 1))) on conflict do nothing;
      perform index_video_now(new.video_id, new.id);
      return null;
    end $$`.execute(db)
}
