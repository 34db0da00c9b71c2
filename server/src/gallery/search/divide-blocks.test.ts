import { expect, onTestFinished, test } from 'vitest'
import {
  afterQueries,
  divideAll,
  openBlockSite,
  readMistakes,
  readPage,
  readPages,
  readSizes,
  testSize,
} from '../../../testing/search-blocks.ts'
import { databaseAt } from '../../../testing/services/database-at.ts'
import { divideBlocks } from './divide-blocks.ts'

const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => `Clip ${count - index}`)

test('an overfull block becomes blocks of the usual size, and every search is right after every step', async () => {
  const { db, client } = await openBlockSite(160)
  const said = newestFirst(160).filter((title) => Number(title.slice(5)) % 3 === 0)
  let steps = 0
  await divideAll(db, async () => {
    steps += 1
    expect(await readMistakes(client)).toEqual([])
    expect([await readPages(db, 'clip'), await readPages(db, 'harbour')]).toEqual([newestFirst(160), said])
  })
  expect([steps, await readSizes(client)]).toEqual([16, [32, 32, 32, 32, 32]])
})

test('pages go on where they were while blocks are divided', async () => {
  const { db } = await openBlockSite(160)
  // Each reader is in another place when a step is made.
  const readers = [1, 3, 7, 10, 16].map((limit) => ({
    limit,
    titles: [] as string[],
    cursor: undefined as string | undefined,
    isDone: false,
  }))
  const read = async () => {
    for (const reader of readers) {
      if (reader.isDone) continue
      const { titles, next } = await readPage(db, 'clip', reader.limit, reader.cursor)
      reader.titles.push(...titles)
      Object.assign(reader, { cursor: next, isDone: next === undefined })
    }
  }
  await read()
  await divideAll(db, read)
  while (readers.some(({ isDone }) => !isDone)) await read()
  for (const { limit, titles } of readers) expect([limit, titles]).toEqual([limit, newestFirst(160)])
})

test('a block a little too large is cut into halves, and one of nearly the usual size is left', async () => {
  const { db, client, add } = await openBlockSite(48)
  await divideAll(db)
  expect(await readSizes(client)).toEqual([48])
  await add(49, 60)
  await divideAll(db)
  expect(await readSizes(client)).toEqual([30, 30])
})

test('older videos of an import fill the block of their date, which is divided in its place', async () => {
  const { db, client, add } = await openBlockSite(30)
  await client.query(`select setval('search_block_turn', 16383)`)
  await add(201, 230)
  expect(await readSizes(client)).toEqual([30, 30])
  await divideAll(db)
  await add(31, 100)
  await divideAll(db)
  expect(await readSizes(client)).toEqual([30, 34, 33, 33])
  expect([await readMistakes(client), (await readPages(db, 'clip')).length]).toEqual([[], 130])
})

test('nothing is counted until so many videos are new that a block may be too large', async () => {
  const { db, add } = await openBlockSite(48)
  expect(await divideBlocks(db, testSize)).toBe(false)
  await add(49, 55)
  expect(await divideBlocks(db, testSize)).toBe(false)
  await add(56, 56)
  expect(await divideBlocks(db, testSize)).toBe(true)
})

test('waits until an upgrade is over, because the version before has another order of blocks', async () => {
  const { db, client } = await openBlockSite(160)
  await client.query(`update search_division set starts_at = now() + interval '1 hour'`)
  expect(await divideBlocks(db, testSize)).toBe(false)
  expect(await readSizes(client)).toEqual([160])
})

test('a connection that is lost between any two statements changes nothing, and the next run goes on', async () => {
  const { db, client } = await openBlockSite(64)
  const kill = `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
  let kills = 0
  /** One step, killed after its first statement, then after its second, until it has so many no more. */
  const step = async () => {
    for (let at = 2; ; at += 1) {
      const before = await readSizes(client)
      const killed = afterQueries(db, async (count) => {
        if (count === at) kills += (await client.query(kill)).rows.length
      })
      const killsBefore = kills
      const isDone = await divideBlocks(killed, testSize).catch(() => undefined)
      expect(await readMistakes(client)).toEqual([])
      if (kills === killsBefore) return isDone
      expect([isDone, await readSizes(client)]).toEqual([undefined, before])
    }
  }
  while (await step());
  expect([kills > 20, await readSizes(client), await readPages(db, 'clip')]).toEqual([true, [32, 32], newestFirst(64)])
})

test('two processes divide at once', async () => {
  const { url, db, client } = await openBlockSite(160)
  const other = await databaseAt(url)
  onTestFinished(() => other.close())
  const check = async () => expect(await readMistakes(client)).toEqual([])
  await Promise.all([divideAll(db), divideAll(other.db, check)])
  await divideAll(db)
  expect([await readMistakes(client), await readSizes(client)]).toEqual([[], [32, 32, 32, 32, 32]])
})
