import { type Kysely, sql } from 'kysely'

/** Scripts that put no spaces between words, and Hangul, whose words grow endings: Thai to Tibetan, Myanmar, Khmer, kana, Han and Hangul. */
const spaceless =
  '\\u0E01-\\u0E7F\\u0E80-\\u0FFF\\u1000-\\u11FF\\u1780-\\u17D3\\u3005-\\u3007\\u3041-\\u3096\\u3099-\\u30FA\\u30FC-\\u318F' +
  '\\u31F0-\\u31FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFF66-\\uFFDC\\U00020000-\\U0003FFFF'

const signs = `<>&/\\\\@.:;,_+-='"|()[]{}#*~!?%^$`

/**
 * Lists in other orders, the videos of one person, and words inside runs of letters without spaces. Such a run is searched by its pairs of
 * letters, which overlap; gallery/listing/search-videos splits queries alike. The run itself stays a word too, because the version
 * before searches for its beginning.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function searchable(text) returns text language plpgsql immutable parallel safe as ${sql.lit(`
    begin
      if $1 !~ '[${spaceless}]' then return $1; end if;
      return regexp_replace($1, '([${spaceless}]+)', ' \\1 ', 'g') || coalesce((
        select string_agg(substr(run[1], place, 2), ' ' order by number, place)
        from regexp_matches($1, '[${spaceless}]+', 'g') with ordinality as runs (run, number), generate_series(1, length(run[1])) place
      ), '');
    end`)}`.execute(db)
  await sql`
    create function tag_words(text[]) returns text language sql immutable parallel safe as ${sql.lit(`select array_to_string($1, ' ')`)}`.execute(
    db,
  )
  const words = (text: string) =>
    sql`to_tsvector('simple', translate(searchable(${sql.raw(text)}), ${sql.lit(signs)}, ${sql.lit(' '.repeat(signs.length))}))`
  const hasRuns = sql`title || description ~ ${sql.lit(`[${spaceless}]`)}`

  // A generated column cannot be changed in place. Everything on it is made again as it was.
  await sql`drop trigger videos_words_change on videos`.execute(db)
  await sql`alter table videos drop column search`.execute(db)
  await sql`
    alter table videos add column search tsvector generated always as
      (setweight(${words('title')}, 'A') || setweight(${words(`description || ' ' || tag_words(tags)`)}, 'B')) stored`.execute(db)
  await sql`create index videos_search on videos using gin (search)`.execute(db)
  await sql`
    create trigger videos_words_change after update on videos for each row
      when (is_open(old) is distinct from is_open(new) or old.search is distinct from new.search)
      execute function keep_open_words()`.execute(db)
  await sql`delete from open_words using videos where video_id = videos.id and ${hasRuns}`.execute(db)
  await sql`
    insert into open_words select unnest(tsvector_to_array(search)), id from videos where is_open(videos) and ${hasRuns}`.execute(db)

  const isListed = sql`where visibility = 'public' and status in ('ready', 'uploaded')`
  // A view count that its owner hides decides no order, and an unknown length counts as none. Filters use the older index of lengths.
  await sql`drop index videos_most_watched`.execute(db)
  await sql`create index videos_by_views on videos ((case when show_views then view_count else 0 end) desc, id desc) ${isListed}`.execute(
    db,
  )
  await sql`create index videos_by_length on videos ((coalesce(duration, 0)) desc, id desc) ${isListed}`.execute(db)
  await sql`create index videos_user_public on videos (user_id, id desc) ${isListed}`.execute(db)

  // Cached lists show the names of owners.
  await sql`
    create trigger users_tell_gallery after update on users for each row
      when (old.disabled_at is distinct from new.disabled_at or old.username is distinct from new.username)
      execute function tell_gallery()`.execute(db)
}
