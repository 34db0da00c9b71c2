import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { divideBlocks } from '../server/src/gallery/search/divide-blocks.ts'
import { searchVideos } from '../server/src/gallery/search/search-videos.ts'
import { type Db, openDatabase } from '../server/src/platform/database/database.ts'
import { newId } from '../server/src/platform/database/new-id.ts'
import { silentLog } from '../server/testing/silent-log.ts'
import { seedSearch, wordOf } from './harness/seed-search.ts'
import { printTable } from './harness/table.ts'

const searchCount = 100
const visitor = { userId: undefined, isAdmin: false, linkHash: undefined }

/**
 * How long it takes to divide a block of the search that an import of older videos has filled, and what a search costs before, meanwhile and after.
 *
 * `npm run bench -- divide [videos]`
 */
export async function run([count = '100000']: string[] = []): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const database = await openDatabase({ database: { kind: 'embedded' }, dataDir }, silentLog)
  const client = new Client(database.connection)
  await client.connect()
  await seed(client, Number(count))
  const { db } = database

  const before = await searchTimes(db)
  const meanwhile: number[] = []
  const steps: number[] = []
  const begin = performance.now()
  for (let isDone = false; !isDone; ) {
    const stepBegin = performance.now()
    isDone = !(await divideBlocks(db))
    steps.push(performance.now() - stepBegin)
    if (steps.length % 50 === 0) meanwhile.push(await searchTime(db))
  }
  const total = performance.now() - begin - meanwhile.reduce((sum, time) => sum + time, 0)
  const { rows: blocks } = await client.query('select from search_blocks')
  printTable(`A block of ${count} videos with captions of 1,000 words, load average ${loadavg()[0]?.toFixed(1)}`, [
    rowOf('a common word before', before),
    rowOf('meanwhile', meanwhile),
    rowOf('after', await searchTimes(db)),
    rowOf('a step', steps),
    rowOf('the last look, which counts all videos', steps.slice(-1)),
    { what: `all, to ${blocks.length} blocks`, measured: `${(total / 1000).toFixed(0)} s`, target: '', ok: true },
  ])
  await client.end()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function seed(client: Client, count: number): Promise<void> {
  const [owner, admin] = [newId(), newId()]
  for (const [id, name] of [
    [owner, 'owner'],
    [admin, 'admin'],
  ]) {
    await client.query(
      `insert into users (id, username, username_key, email, email_key, groups) values ($1, $2, $2, $2 || '@example.com', $2 || '@example.com', '{user}')`,
      [id, name],
    )
  }
  await seedSearch(client, count, owner, { isOneBlock: true })
  await client.query('update search_division set starts_at = now()')
}

async function searchTime(db: Db): Promise<number> {
  const begin = performance.now()
  const q = wordOf(1 + Math.floor(Math.random() * 20))
  await searchVideos({ db, nameKey: (name) => name }, visitor, { q, limit: 20 })
  return performance.now() - begin
}

async function searchTimes(db: Db): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < searchCount; i += 1) times.push(await searchTime(db))
  return times
}

function rowOf(what: string, times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0)
  return { what, measured: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`, target: '', ok: true }
}
