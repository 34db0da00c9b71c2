import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { databaseAt } from '../../../testing/services/database-at.ts'
import { connectWithOwner } from '../../../testing/services/owner-row.ts'
import { createDatabaseUrl } from '../../../testing/services/test-database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { rebuildSearch } from './rebuild-search.ts'
import { searchVideos } from './search-videos.ts'

const visitor = { userId: undefined, isAdmin: false, linkHash: undefined }

test('videos and captions from before the search are found once the task has run', async () => {
  const url = await createDatabaseUrl()
  await migrate({ connectionString: url }, '0028-transcriptions')
  // Opening it migrates the rest, so the rows are inserted before.
  const { client, userId } = await connectWithOwner(url)
  await client.query(
    `insert into videos (id, user_id, title, visibility, status)
     select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'Old ' || n, 'public', 'ready' from generate_series(1, 50) n`,
    [userId],
  )
  await client.query(
    `insert into captions (id, video_id, language, label, source, content, bytes)
     select gen_random_uuid(), id, 'de', 'x', 'uploaded', E'WEBVTT\\n\\n00:00:05.000 --> 00:00:06.000\\nDie Häuser\\n', 10 from videos`,
  )

  const database = await databaseAt(url)
  onTestFinished(() => database.close())
  const { db } = database
  const found = async () => {
    const page = await searchVideos({ db, nameKey: (name) => name }, visitor, { q: 'haus', limit: 50 })
    return page.found.map(({ row, matches }) => [row.title, matches[0]?.start])
  }
  expect(await found()).toEqual([])
  expect(await rebuildSearch(db)).toBe(true)
  // The newest come first, and what changes meanwhile has its document at once.
  expect((await found())[0]).toEqual(['Old 50', 5])
  await db.updateTable('videos').set({ title: 'Old boat' }).where('id', '=', '01900000-0000-7000-8000-000000000001').execute()
  expect((await found()).at(-1)).toEqual(['Old boat', 5])
  let runs = 0
  while (await rebuildSearch(db)) runs += 1
  expect(runs).toBeLessThan(10)
  expect(await found()).toHaveLength(50)
  expect(await db.selectFrom('search_rebuild').selectAll().execute()).toEqual([])
})

test('holds one video at a time, so that a change of several never waits for it in a circle', async () => {
  const url = await createDatabaseUrl()
  const { db, close } = await databaseAt(url)
  onTestFinished(close)
  const { client, userId } = await connectWithOwner(url)
  const [older, newer] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
  await client.query(
    `insert into videos (id, user_id, title, visibility, status) select unnest($2::uuid[]), $1, 'Old', 'public', 'ready'`,
    [userId, [older, newer]],
  )
  await client.query('begin')
  await client.query('select from videos where id = $1 for update', [older])
  const rebuilding = rebuildSearch(db)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await sql.raw(waiting).execute(db)).rows.length).toBe(1)
  await client.query(`update videos set title = 'New' where id = $1`, [newer])
  await client.query('commit')
  expect(await rebuilding).toBe(true)
})

test('a new block begins with the newest video, and the order goes on across blocks', async () => {
  const url = await createDatabaseUrl()
  const database = await databaseAt(url)
  onTestFinished(() => database.close())
  const { db } = database
  const { client, userId } = await connectWithOwner(url)
  const add = (from: number, to: number) =>
    client.query(
      `insert into videos (id, user_id, title, visibility, status)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'Clip ' || n, 'public', 'ready' from generate_series($2::int, $3::int) n`,
      [userId, from, to],
    )
  await add(1, 5)
  await client.query(`select setval('search_block_turn', 16383)`)
  await add(6, 9)
  expect((await client.query('select number from search_blocks')).rows).toHaveLength(2)
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const page = await searchVideos({ db, nameKey: (name) => name }, visitor, { q: 'clip', limit: 2, cursor })
    titles.push(...page.found.map(({ row }) => row.title))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(titles).toEqual(Array.from({ length: 9 }, (_, index) => `Clip ${9 - index}`))
})
