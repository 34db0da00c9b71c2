import { type Kysely, sql } from 'kysely'

/**
 * The search in every word. A document is what is searched of a video: one with its title, tags and description, and one for each of its
 * captions. Its keys are words that begin with the number of a block of about 16,000 neighbouring videos, so that a frequent word has a short
 * list of documents in each block, and the newest block is read first. docs/decisions/0024-search.md explains the keys.
 *
 * Documents follow their videos and captions by triggers, in the same transaction, whichever version of the product writes. Those of
 * earlier videos are made in the background.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_documents (
      -- Of the video, or of the captions.
      id uuid primary key,
      video_id uuid not null references videos on delete cascade,
      keys tsvector not null
    ) with (toast_tuple_target = 128)`.execute(db)
  await sql`create index search_documents_video on search_documents (video_id)`.execute(db)
  // Without a pending list: every search would read all of it once for each block.
  await sql`create index search_documents_keys on search_documents using gin (keys) with (fastupdate = off)`.execute(db)
  await sql`create table search_blocks (number integer primary key, first_id uuid not null unique)`.execute(db)
  await sql`create table search_languages (language text primary key)`.execute(db)
  // One row while videos from before this table wait for their documents.
  await sql`create table search_rebuild (only_row boolean primary key default true check (only_row), before_id uuid not null)`.execute(db)
  await sql`create sequence search_block_turn`.execute(db)
  await createBlocks(db)
  await createKeys(db)
  await createDocuments(db)
  await createTriggers(db)
  await sql`select restart_search()`.execute(db)
}

async function createBlocks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_block(video_id uuid) returns integer language sql stable as $$
      select coalesce((select number from search_blocks where first_id <= video_id order by first_id desc limit 1), 0)
    $$`.execute(db)
  // Ids are in order of time, so a new block begins with the newest video.
  await sql`
    create function begin_search_block(video_id uuid) returns void language sql as $$
      insert into search_blocks (number, first_id)
      select max(number) + 1, $1 from search_blocks having bool_and(first_id < $1) on conflict do nothing
    $$`.execute(db)
  // After a restore, too, which writes no documents.
  await sql`
    create function restart_search() returns void language plpgsql as $$
    begin
      truncate search_documents, search_blocks, search_rebuild;
      insert into search_blocks values (0, '00000000-0000-0000-0000-000000000000');
      insert into search_blocks
        select n / 16384, id from (select id, row_number() over (order by id) as n from videos) numbered where n % 16384 = 0;
      insert into search_languages select distinct lower(split_part(language, '-', 1)) from captions on conflict do nothing;
      insert into search_rebuild (before_id) values ('ffffffff-ffff-ffff-ffff-ffffffffffff');
    end $$`.execute(db)
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_keys(prefix text, words text[]) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(prefix || word), '{}') from unnest(words) word
    $$`.execute(db)
  // Titles, tags and descriptions are short, and of any language: as they are written, and as stems of English and of the captions' languages.
  await sql`
    create function search_vector(raw text, configs regconfig[]) returns tsvector language plpgsql stable as $$
    declare
      words text := search_text(raw);
      vector tsvector := to_tsvector('simple', words) || to_tsvector('search_en', words);
      config regconfig;
    begin
      foreach config in array configs loop vector := vector || to_tsvector(config, words); end loop;
      return strip(vector);
    end $$`.execute(db)
  // What filters and rights ask for: everybody, the owner, tags, and the length as a power of two.
  await sql`
    create function search_filter_keys(block text, video videos) returns text[] language plpgsql stable as $$
    declare
      keys text[] := array[block || '@' || video.user_id];
      tag text;
    begin
      if is_open(video) then keys := keys || (block || '@public'); end if;
      if video.duration >= 0 then keys := keys || (block || '=' || floor(log(2, video.duration::numeric + 1))); end if;
      foreach tag in array video.tags loop keys := keys || (block || '#' || tag); end loop;
      return keys;
    end $$`.execute(db)
}

async function createDocuments(db: Kysely<unknown>): Promise<void> {
  // Words of the title have level a, with the tags b, with the description c, with the captions d. e: those of c, in documents of captions.
  await sql`
    create function index_video(video videos, only_caption uuid) returns void language plpgsql as $$
    declare
      block text := search_block(video.id)::text;
      filters text[] := search_filter_keys(block, video);
      configs regconfig[] := array(select distinct search_config(language) from captions where video_id = video.id);
      title tsvector := search_vector(video.title, configs);
      tagged tsvector := title || case when video.tags = '{}' then '' else search_vector(tag_words(video.tags), configs) end;
      described text[] := tsvector_to_array(tagged || case when video.description = '' then '' else search_vector(video.description, configs) end);
    begin
      insert into search_documents (id, video_id, keys)
      select video.id, video.id, array_to_tsvector(filters || (block || '@video') || array(
        select block || 'a' || word from unnest(tsvector_to_array(title)) word
        union all select block || 'b' || word from unnest(tsvector_to_array(tagged)) word
        union all select block || 'c' || word from unnest(described) word))
      on conflict (id) do update set keys = excluded.keys where search_documents.keys <> excluded.keys;

      insert into search_documents (id, video_id, keys)
      select id, video.id, array_to_tsvector(filters || search_keys(block || 'e', described) || search_keys(block || 'd', described
        || search_lexemes(search_config(language), search_text(caption_text(content)))))
      from captions where video_id = video.id and id = coalesce(only_caption, id)
      on conflict (id) do update set keys = excluded.keys where search_documents.keys <> excluded.keys;
    end $$`.execute(db)
  // The lock keeps a change of the video and one of its captions from indexing each other's past.
  await sql`
    create function index_video_now(video_id uuid, only_caption uuid default null) returns void language plpgsql as $$
    declare
      video videos;
    begin
      select * into video from videos where id = video_id for share;
      if found then perform index_video(video, only_caption); end if;
    end $$`.execute(db)
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_search_of_video() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' and nextval('search_block_turn') % 16384 = 0 then perform begin_search_block(new.id); end if;
      perform index_video(new, null);
      return null;
    end $$`.execute(db)
  await sql`
    create function keep_search_of_caption() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from search_documents where id = old.id;
        return null;
      end if;
      insert into search_languages select lower(split_part(new.language, '-', 1))
        where not exists (select from search_languages where language = lower(split_part(new.language, '-', 1))) on conflict do nothing;
      perform index_video_now(new.video_id, new.id);
      return null;
    end $$`.execute(db)
  await sql`create trigger videos_search_new after insert on videos for each row execute function keep_search_of_video()`.execute(db)
  await sql`
    create trigger videos_search_change after update on videos for each row
      when (old.title is distinct from new.title or old.description is distinct from new.description or old.tags is distinct from new.tags
        or old.duration is distinct from new.duration or old.user_id is distinct from new.user_id
        or is_open(old) is distinct from is_open(new))
      execute function keep_search_of_video()`.execute(db)
  await sql`create trigger captions_search after insert or delete on captions for each row execute function keep_search_of_caption()`.execute(
    db,
  )
  await sql`
    create trigger captions_search_change after update on captions for each row
      when (old.content is distinct from new.content or old.language is distinct from new.language)
      execute function keep_search_of_caption()`.execute(db)
}
