import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { termsOf, tsquery } from './search-words.ts'

export interface SearchQuery {
  /** As search-words splits a text; a video must have all of them. */
  words: readonly string[]
  before: string | undefined
  limit: number
}

/** The number of newest videos that are compared one by one. */
const windowSize = 5000
/** A word in no more videos than this is rare: all of its videos are fetched and sorted. */
const maxRareCount = 512
/** The number of different words with one prefix that are read side by side. */
const maxMergedWords = 32
/** Counting stops here when frequent words are compared. */
const maxCount = 10_000
/** Appended to a prefix, it sorts after every word with that prefix. */
const prefixEnd = '\u{10FFFF}'

const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
const matches = ({ words }: SearchQuery) => sql<boolean>`search @@ to_tsquery('simple', ${tsquery(words)})`
const beforeCursor = (column: RawBuilder<unknown>, { before }: SearchQuery) => (before ? sql`and ${column} < ${before}` : sql``)

/** The matches among the newest allowed videos, and whether older ones can be ruled out. */
async function searchNewest(db: Db, allowed: RawBuilder<boolean>, query: SearchQuery): Promise<{ found: string[]; isComplete: boolean }> {
  const newest = sql`from videos where ${allowed} ${beforeCursor(sql`id`, query)} order by id desc limit ${windowSize}`
  const { rows } = await sql<{ found: string[]; seen: number }>`
    with matching as materialized (
      select array(select id from (select id, search ${newest}) newest where ${matches(query)} order by id desc limit ${query.limit}) as found
    )
    select found, case when cardinality(found) < ${query.limit} then (select count(*)::int from (select ${newest}) newest) end as seen
    from matching`.execute(db)
  const { found = [], seen = 0 } = rows[0] ?? {}
  return { found, isComplete: found.length < query.limit && seen < windowSize }
}

/**
 * Searches a user's own videos, or all videos for admins; open_words has no rows for these. Frequent words are found among the
 * newest videos; the rest comes from the text index and is sorted afterwards. The steps are explicit because PostgreSQL estimates
 * that any prefix matches 2 % of the rows, and would scan a million rows for a prefix without a match.
 */
export async function searchAmong(db: Db, allowed: RawBuilder<boolean>, query: SearchQuery): Promise<string[]> {
  const { found, isComplete } = await searchNewest(db, allowed, query)
  if (isComplete || found.length >= query.limit) return found
  const { rows } = await sql<{ id: string }>`
    with hits as materialized (select id from videos where ${matches(query)} and ${allowed} ${beforeCursor(sql`id`, query)})
    select id from hits order by id desc limit ${query.limit}`.execute(db)
  return ids(rows)
}

/**
 * Searches the public videos at a cost that does not grow with their number, because open_words is ordered by word and video. For
 * a rare word all videos are fetched; for a frequent one the newest are read from the index; a prefix of hundreds of words is
 * usually frequent and found among the newest videos. Only the remaining cases collect and sort all matches.
 */
export async function searchPublic(db: Db, allowed: RawBuilder<boolean>, query: SearchQuery): Promise<string[]> {
  const [rarest, ...others] = await countWords(db, query, maxRareCount + 1)
  if (!rarest) return []
  if (rarest.count <= maxRareCount) return fromWord(db, rarest, query)
  if (others.length === 0) {
    const merged = await mergeWords(db, rarest, query)
    if (merged) return merged
  }
  const { found, isComplete } = await searchNewest(db, allowed, query)
  if (isComplete || found.length >= query.limit) return found
  const [driver = rarest] = await countWords(db, query, maxCount)
  return fromWord(db, driver, query)
}

/** A word of the index, or all words from it to the end of those that begin with it. */
interface WordRange {
  first: string
  last: string
}

/** The words of a query in the index, rarest first; counting stops at `max`. */
async function countWords(db: Db, { words }: SearchQuery, max: number): Promise<(WordRange & { count: number })[]> {
  const terms = words.flatMap(termsOf)
  const { rows } = await sql<WordRange & { count: number }>`
    select first, last, (
      select count(*)::int from (select from open_words where word >= first and word <= last limit ${max}) counted
    ) as count
    from (
      select distinct lexeme as first, case when is_whole then lexeme else lexeme || ${prefixEnd} end as last
      from unnest(${terms.map(({ text }) => text)}::text[], ${terms.map(({ isWhole }) => isWhole)}::boolean[]) as terms (term, is_whole),
        unnest(tsvector_to_array(to_tsvector('simple', term))) lexeme
    ) ranges
    order by count, length(first) desc`.execute(db)
  return rows
}

const isIn = ({ first, last }: WordRange) => sql<boolean>`word >= ${first} and word <= ${last}`

/**
 * The newest videos with this word that have all other words too. Each is looked up by its id (`offset 0`): the text index would read
 * every video with the other words, of which one may be in all of them.
 */
async function fromWord(db: Db, range: WordRange, query: SearchQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select candidates.video_id as id from (
      select distinct video_id from open_words where ${isIn(range)} ${beforeCursor(sql`video_id`, query)} order by video_id desc
    ) candidates
    cross join lateral (select search from videos where videos.id = candidates.video_id offset 0) found
    where ${matches(query)} order by candidates.video_id desc limit ${query.limit}`.execute(db)
  return ids(rows)
}

/** Merges the newest videos of each word in this range; undefined if there are too many such words. */
async function mergeWords(db: Db, { first, last }: WordRange, query: SearchQuery): Promise<string[] | undefined> {
  const next = (after: RawBuilder<unknown>) => sql`(select word from open_words where ${after} and word <= ${last} order by word limit 1)`
  const { rows } = await sql<{ words: number; found: string[] }>`
    with recursive step (word) as (
      select ${next(sql`word >= ${first}`)} union all select ${next(sql`word > step.word`)} from step where step.word is not null
    ),
    prefixed as materialized (select word from step where word is not null limit ${maxMergedWords + 1})
    select count(*)::int as words, array(
      select distinct newest.video_id
      from prefixed cross join lateral (
        select video_id from open_words where word = prefixed.word ${beforeCursor(sql`video_id`, query)} order by video_id desc limit ${query.limit}
      ) newest
      where (select count(*) from prefixed) <= ${maxMergedWords}
      order by video_id desc limit ${query.limit}
    ) as found
    from prefixed`.execute(db)
  const { words = 0, found = [] } = rows[0] ?? {}
  return words <= maxMergedWords ? found : undefined
}
