import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  afterQueries,
  captionOf,
  divideAll,
  idOf,
  openBlockSite,
  readMistakes,
  readPages,
  testSize,
} from '../../../testing/search-blocks.ts'
import { divideBlocks } from './divide-blocks.ts'

async function openBusySite(count = 64) {
  const site = await openBlockSite(count)
  const other = new Client({ connectionString: site.url })
  await other.connect()
  onTestFinished(() => other.end())
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const somebodyWaits = () => expect.poll(async () => (await site.client.query(waiting)).rows.length, { timeout: 20_000 }).toBe(1)
  return { ...site, other, somebodyWaits }
}

test('changes that are not committed yet hold up the division of their block, and it goes on after them', async () => {
  const { db, client, other, add } = await openBusySite()
  for (const change of [
    () => add(65, 66, other),
    () => other.query(`update videos set title = 'Changed' where id = $1`, [idOf(64)]),
    () => other.query('delete from videos where id = $1', [idOf(62)]),
    () => other.query('delete from captions where id = $1', [captionOf(63)]),
  ]) {
    await other.query('begin')
    await change()
    expect(await divideBlocks(db, testSize)).toBe(false)
    await other.query('commit')
  }
  expect(await divideBlocks(db, testSize)).toBe(true)
  expect(await readMistakes(client)).toEqual([])
  expect((await readPages(db, 'clip')).slice(0, 4)).toEqual(['Clip 66', 'Clip 65', 'Clip 63', 'Clip 61'])
  expect(await readPages(db, 'changed')).toEqual(['Changed'])
})

test('changes of a block wait for a step of its division, and are written to the block that the video is in then', async () => {
  const { db, client, other, somebodyWaits } = await openBusySite()
  await client.query('delete from videos where id = $1', [idOf(61)])
  for (const change of [
    `insert into videos (id, user_id, title, visibility, status) select '${idOf(61)}', id, 'Clip 61', 'public', 'ready' from users`,
    `update videos set title = 'Changed' where id = '${idOf(50)}'`,
    `delete from captions where id = '${captionOf(39)}'`,
  ]) {
    let changed: Promise<unknown> | undefined
    // The transaction has changed the boundary and is about to write documents.
    const stopped = afterQueries(db, async (count) => {
      if (count !== 6) return
      changed = other.query(change)
      await somebodyWaits()
    })
    expect(await divideBlocks(stopped, testSize)).toBe(true)
    await changed
    expect([change, changed === undefined, await readMistakes(client)]).toEqual([change, false, []])
  }
})

test('a block is not begun while somebody inserts into the one before', async () => {
  const { db, client, other, add } = await openBusySite(40)
  await other.query('begin')
  await add(42, 42, other)
  await client.query(`select setval('search_block_turn', 16383)`)
  await add(41, 41)
  await other.query('commit')
  expect(await readMistakes(client)).toEqual([])
  expect((await readPages(db, 'clip', 1)).slice(0, 3)).toEqual(['Clip 42', 'Clip 41', 'Clip 40'])
})

test('videos are inserted, changed and deleted all the time', async () => {
  const { db, client, other, add, say } = await openBusySite(160)
  let isDividing = true
  const changes = async () => {
    for (let n = 1; isDividing; n = (n % 53) + 1) {
      const ids = [n, n + 53, n + 106]
      await other.query(`update videos set tags = array['tag' || $2::int] where id = any($1)`, [ids.map(idOf), n])
      await other.query('delete from captions where video_id = $1', [idOf(ids[0] ?? 0)])
      await other.query('delete from videos where id = $1', [idOf(ids[1] ?? 0)])
      await add(ids[1] ?? 0, ids[1] ?? 0, other)
      if (n % 3 !== 0) continue
      await say(ids[0] ?? 0, 'A harbour', other)
    }
  }
  const isWhole = async () => (await client.query('select from search_blocks')).rows.length >= 5
  const dividing = async () => {
    while (!(await isWhole())) await divideAll(db, async () => expect(await readMistakes(client)).toEqual([]))
  }
  const stop = () => {
    isDividing = false
  }
  await Promise.all([changes(), dividing().finally(stop)])
  await divideAll(db)
  expect([await readMistakes(client), (await readPages(db, 'clip')).length]).toEqual([[], 160])
})
