import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export interface SearchQuery {
  /** What people typed, as words; each stands for whatever begins so, and all must be there. */
  words: readonly string[]
  before: string | undefined
  most: number
}

/** Up to so many videos are looked through one by one, whatever was asked. */
const windowSize = 5000
/** A word in fewer places than this is rare: all of its videos are fetched and sorted. */
const rare = 512
/** So many different words that begin alike are followed side by side. */
const fewWords = 32
/** Words are compared up to here when the rarest of them is wanted. */
const countedUpTo = 10_000
/** Sorts behind every word that begins alike. */
const last = '\u{10FFFF}'

const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
const textOf = ({ words }: SearchQuery) => words.join(' ')
const matches = ({ words }: SearchQuery) => sql<boolean>`search @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`
const earlier = (column: RawBuilder<unknown>, { before }: SearchQuery) => (before ? sql`and ${column} < ${before}` : sql``)

/** What matches among the newest of the videos that `allowed` lets through, and whether there are no others. */
async function lookThroughNewest(db: Db, allowed: RawBuilder<boolean>, query: SearchQuery): Promise<{ found: string[]; isAll: boolean }> {
  const newest = sql`from videos where ${allowed} ${earlier(sql`id`, query)} order by id desc limit ${windowSize}`
  const { rows } = await sql<{ found: string[]; seen: number }>`
    with matching as materialized (
      select array(select id from (select id, search ${newest}) newest where ${matches(query)} order by id desc limit ${query.most}) as found
    )
    select found, case when cardinality(found) < ${query.most} then (select count(*)::int from (select ${newest}) newest) end as seen
    from matching`.execute(db)
  const { found = [], seen = 0 } = rows[0] ?? {}
  return { found, isAll: found.length < query.most && seen < windowSize }
}

/**
 * Searches among videos for which no words are kept in order: one's own, and to admins all. What is found often is among the
 * newest; for the rest the index is asked, and the sorting comes after it. Left to itself PostgreSQL takes every beginning of a
 * word for one that two in a hundred videos have, and walks through a million rows for one that nobody has.
 */
export async function searchAmong(db: Db, allowed: RawBuilder<boolean>, query: SearchQuery): Promise<string[]> {
  const { found, isAll } = await lookThroughNewest(db, allowed, query)
  if (isAll || found.length >= query.most) return found
  const { rows } = await sql<{ id: string }>`
    with hits as materialized (select id from videos where ${matches(query)} and ${allowed} ${earlier(sql`id`, query)})
    select id from hits order by id desc limit ${query.most}`.execute(db)
  return ids(rows)
}

/**
 * Searches among the videos that everybody sees, at a cost that does not grow with their number: their words lie in order (see the
 * migration). A rare word is looked up; of a frequent one the newest are read off; beginnings that hundreds of different words
 * share are frequent as a rule and found among the newest videos. Only what is neither is gathered and sorted.
 */
export async function searchOpen(db: Db, allowed: RawBuilder<boolean>, query: SearchQuery): Promise<string[]> {
  const [rarest, ...others] = await countWords(db, query, rare + 1)
  if (!rarest) return []
  if (rarest.count <= rare) return fromWord(db, rarest.lexeme, query)
  if (others.length === 0) {
    const merged = await mergeWords(db, rarest.lexeme, query)
    if (merged) return merged
  }
  const { found, isAll } = await lookThroughNewest(db, allowed, query)
  if (isAll || found.length >= query.most) return found
  const [driver = rarest] = await countWords(db, query, countedUpTo)
  return fromWord(db, driver.lexeme, query)
}

/** The words as PostgreSQL reads them, rarest first, counted no further than needed. */
async function countWords(db: Db, query: SearchQuery, upTo: number): Promise<{ lexeme: string; count: number }[]> {
  const { rows } = await sql<{ lexeme: string; count: number }>`
    select lexeme, (
      select count(*)::int from (select from open_words where word >= lexeme and word < lexeme || ${last} limit ${upTo}) counted
    ) as count
    from unnest(tsvector_to_array(to_tsvector('simple', ${textOf(query)}))) lexeme
    order by count, length(lexeme) desc`.execute(db)
  return rows
}

/** All videos with the one word, newest first, of which so many are taken as have the other words too. */
async function fromWord(db: Db, lexeme: string, query: SearchQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select videos.id from (
      select distinct video_id from open_words
      where word >= ${lexeme} and word < ${lexeme + last} ${earlier(sql`video_id`, query)} order by video_id desc
    ) candidates
    join videos on videos.id = candidates.video_id
    where ${matches(query)} order by videos.id desc limit ${query.most}`.execute(db)
  return ids(rows)
}

/** Reads the newest off each of the words that begin so, if they are few; undefined if not. */
async function mergeWords(db: Db, lexeme: string, query: SearchQuery): Promise<string[] | undefined> {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select word from open_words where ${after} and word < ${lexeme + last} order by word limit 1)`
  const { rows } = await sql<{ words: number; found: string[] }>`
    with recursive step (word) as (
      select ${next(sql`word >= ${lexeme}`)} union all select ${next(sql`word > step.word`)} from step where step.word is not null
    ),
    begun as materialized (select word from step where word is not null limit ${fewWords + 1})
    select count(*)::int as words, array(
      select distinct newest.video_id
      from begun cross join lateral (
        select video_id from open_words where word = begun.word ${earlier(sql`video_id`, query)} order by video_id desc limit ${query.most}
      ) newest
      where (select count(*) from begun) <= ${fewWords}
      order by video_id desc limit ${query.most}
    ) as found
    from begun`.execute(db)
  const { words = 0, found = [] } = rows[0] ?? {}
  return words <= fewWords ? found : undefined
}
