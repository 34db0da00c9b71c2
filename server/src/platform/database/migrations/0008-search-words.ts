import { type Kysely, sql } from 'kysely'

/**
 * The words of public videos, each with its videos, ordered by time. The index over `search` has no order: for a word in ten thousand videos
 * it reads all of them to show the newest fifty. No foreign key to videos, because it would need another index; the triggers know a
 * video's words from its row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function is_open(videos) returns boolean language sql immutable as
      $$ select $1.visibility = 'public' and $1.status in ('ready', 'uploaded') $$`.execute(db)
  await sql`create table open_words (word text collate "C" not null, video_id uuid not null)`.execute(db)
  await sql`insert into open_words select unnest(tsvector_to_array(search)), id from videos where is_open(videos)`.execute(db)
  await sql`alter table open_words add primary key (word, video_id)`.execute(db)
  await sql`
    create function keep_open_words() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and is_open(old) then
        delete from open_words where video_id = old.id and word = any (tsvector_to_array(old.search));
      end if;
      if tg_op <> 'DELETE' and is_open(new) then
        insert into open_words (word, video_id) select unnest(tsvector_to_array(new.search)), new.id;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger videos_words after insert or delete on videos for each row execute function keep_open_words()`.execute(db)
  await sql`
    create trigger videos_words_change after update on videos for each row
      when (is_open(old) is distinct from is_open(new) or old.search is distinct from new.search)
      execute function keep_open_words()`.execute(db)
}
