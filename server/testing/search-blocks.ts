import type { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { divideBlocks } from '../src/gallery/search/divide-blocks.ts'
import { searchVideos } from '../src/gallery/search/search-videos.ts'
import type { Db } from '../src/platform/database/database.ts'
import { databaseAt } from './services/database-at.ts'
import { connectWithOwner } from './services/owner-row.ts'
import { createMigratedUrl } from './services/test-database.ts'

/** Videos of a block in these tests: four steps fill one. */
export const testSize = 32

const visitor = { userId: undefined, isAdmin: false, linkHash: undefined }

export const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
export const captionOf = (n: number) => idOf(n).replace('8000', '9000')

/** A site with `count` public videos in one block. Each third has captions. */
export async function openBlockSite(count: number) {
  const url = await createMigratedUrl()
  const { db, close } = await databaseAt(url)
  onTestFinished(close)
  const { client, userId } = await connectWithOwner(url)
  await client.query('update search_division set starts_at = now()')
  const add = async (from: number, to: number, by = client) => {
    await by.query(
      `insert into videos (id, user_id, title, visibility, status)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'Clip ' || n, 'public', 'ready' from generate_series($2::int, $3::int) n`,
      [userId, from, to],
    )
    for (let n = from; n <= to; n += 1) if (n % 3 === 0) await say(n, 'A harbour', by)
  }
  const say = (n: number, text: string, by = client) =>
    by.query(
      `insert into captions (id, video_id, language, label, source, content, bytes) values ($1, $2, 'en', 'English', 'uploaded', $3, 50)`,
      [captionOf(n), idOf(n), `WEBVTT\n\n00:05.000 --> 00:06.000\n${text}\n`],
    )
  await add(1, count)
  return { url, db, client, userId, add, say }
}

/** Divides until nothing is left to do, and calls back after each step. */
export async function divideAll(db: Db, afterStep: () => Promise<unknown> = async () => {}): Promise<void> {
  while (await divideBlocks(db, testSize)) await afterStep()
}

/** The titles of one page of a search. */
export async function readPage(db: Db, q: string, limit = 50, cursor?: string) {
  const page = await searchVideos({ db, nameKey: (name) => name }, visitor, { q, limit, cursor })
  return { titles: page.found.map(({ row }) => row.title), next: page.nextCursor ?? undefined }
}

/** The titles of all pages of a search. */
export async function readPages(db: Db, q: string, limit = 50): Promise<string[]> {
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(db, q, limit, cursor)
    titles.push(...page.titles)
    cursor = page.next
  } while (cursor !== undefined)
  return titles
}

/** What is wrong: videos and captions with no document, documents of nothing, and those with the number of another block. */
export async function readMistakes(client: Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `with texts as (select id, id as video_id from videos union all select id, video_id from captions)
     select id, texts.video_id is null as "isOfNothing", search_documents.id is null as "isMissing"
     from texts full join search_documents using (id)
     where texts.id is null or search_documents.id is null or not exists (
       select from videos, search_blocks
       where videos.id = texts.video_id and number = (select number from search_blocks where first_id <= videos.id order by first_id desc limit 1)
         and keys @@ quote_literal(number || '@' || user_id)::tsquery)`,
  )
  return rows
}

/** How many videos each block has, from the newest on. */
export async function readSizes(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ size: number }>(
    `with blocks as (select first_id, lead(first_id) over (order by first_id) as next_id from search_blocks)
     select (select count(*) from videos where id >= first_id and (next_id is null or id < next_id))::int as size
     from blocks order by first_id desc`,
  )
  return rows.map(({ size }) => size)
}

/** Calls back after each query, with how many there were, so that a test can stop a transaction between two of them. */
export function afterQueries(db: Db, callback: (count: number) => Promise<unknown>): Db {
  let count = 0
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1
      await callback(count)
      return result
    },
  })
}
