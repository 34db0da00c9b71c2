import { type Kysely, sql } from 'kysely'

/**
 * Filters of the search: tags without accents, and the month of a video. Documents from before are written again in the background; until
 * that is done, searches read the dates of the videos themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function search_filter_keys(block text, video videos) returns text[] language plpgsql stable as $$
    declare
      keys text[] := array[block || '@' || video.user_id, block || '~' || to_char(video.created_at at time zone 'UTC', 'YYYYMM')];
      tag text;
    begin
      if is_open(video) then keys := keys || (block || '@public'); end if;
      if video.duration >= 0 then keys := keys || (block || '=' || floor(log(2, video.duration::numeric + 1))); end if;
      -- The version before looks for tags with their accents.
      foreach tag in array video.tags || tag_keys(video.tags) loop keys := keys || (block || '#' || tag); end loop;
      return keys;
    end $$`.execute(db)
  await sql`drop trigger videos_search_change on videos`.execute(db)
  await sql`
    create trigger videos_search_change after update on videos for each row
      when (old.title is distinct from new.title or old.description is distinct from new.description or old.tags is distinct from new.tags
        or old.duration is distinct from new.duration or old.user_id is distinct from new.user_id
        or old.created_at is distinct from new.created_at or is_open(old) is distinct from is_open(new))
      execute function keep_search_of_video()`.execute(db)
  await sql`
    insert into search_rebuild (before_id) values ('ffffffff-ffff-ffff-ffff-ffffffffffff')
    on conflict (only_row) do update set before_id = excluded.before_id`.execute(db)
  // For suggestions, whatever the order of the database is.
  await sql`create index if not exists users_name_beginning on users (username_key text_pattern_ops)`.execute(db)
}
