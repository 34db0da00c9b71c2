import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/services/test-database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { createSalts, deleteOldSalts } from '../counting/salts.ts'
import { readServed } from '../reading/read-served.ts'
import { readStatistics } from '../reading/read-statistics.ts'
import { mergeOldDays, mergeOldHosts, mergeOldServed } from './merge-months.ts'
import { PlayBatch } from './play-batch.ts'
import { storeBatch } from './store-batch.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

const userId = newId()
await sql`
  insert into users (id, username, username_key, email, email_key, groups)
  values (${userId}, 'maker', 'maker', 'maker@example.com', 'maker@example.com', '{user}')`.execute(db)
let videoId: string
beforeEach(async () => {
  videoId = newId()
  await db
    .insertInto('videos')
    .values({ id: videoId, user_id: userId, title: 'clip', visibility: 'public', status: 'ready', duration: 100 })
    .execute()
})

const day = new Date().toISOString().slice(0, 10)
const hashOf = (name: string) => createHash('sha256').update(name).digest().subarray(0, 16)

function batchWith(...names: { hash: string; yesterday?: string; video?: string }[]): PlayBatch {
  const batch = new PlayBatch()
  for (const { hash, yesterday, video = videoId } of names) {
    batch.offerView({
      ...{ videoId: video, day, host: '', device: 'tv' },
      hash: hashOf(video + hash),
      yesterday: yesterday === undefined ? undefined : hashOf(video + yesterday),
    })
    const counts = batch.dayOf(video, day)
    counts.plays += 1
    counts.watchSeconds += 30
  }
  return batch
}
const statistics = (id = videoId) => readStatistics(db, { kind: 'video', id }, '28')

describe('a batch of counters', () => {
  test('counts once, however often it is stored', async () => {
    const batch = batchWith({ hash: 'a' })
    await storeBatch(db, batch)
    await storeBatch(db, batch)
    expect(await statistics()).toMatchObject({ views: 1, plays: 1, watchSeconds: 30 })
    const video = await db.selectFrom('videos').select('view_count').where('id', '=', videoId).executeTakeFirst()
    expect(Number(video?.view_count)).toBe(1)
  })

  test('leaves out a video that is deleted, and stores the others', async () => {
    await storeBatch(db, batchWith({ hash: 'a' }, { hash: 'b', video: newId() }))
    expect((await statistics()).views).toBe(1)
  })

  test('of two processes at once is added up', async () => {
    await Promise.all(Array.from({ length: 8 }, () => storeBatch(db, batchWith({ hash: 'same' }))))
    expect(await statistics()).toMatchObject({ views: 1, plays: 8, watchSeconds: 240 })
  })
})

test('a person who was counted before midnight is not counted again under the hash of the new day', async () => {
  await storeBatch(db, batchWith({ hash: 'before midnight' }))
  await storeBatch(db, batchWith({ hash: 'after midnight', yesterday: 'before midnight' }))
  expect((await statistics()).views).toBe(1)
  await sql`update play_viewers set expires_at = now() where hash = ${hashOf(`${videoId}before midnight`)}`.execute(db)
  await storeBatch(db, batchWith({ hash: 'after midnight', yesterday: 'before midnight' }))
  expect((await statistics()).views).toBe(2)
})

describe('bytes of renditions', () => {
  /** A video whose 720p is half as large in AV1. */
  async function addReencode(): Promise<void> {
    const [jobId, assetId] = [videoId, newId()]
    await sql`insert into jobs (id, user_id, input_source, output_formats, status) values (${jobId}, ${userId}, 'x', '{720p}', 'COMPLETED')`.execute(
      db,
    )
    await sql`
      insert into assets (id, job_id, asset_type, storage_key, filename, content_type, file_size)
      values (${assetId}, ${jobId}, 'TRANSCODE_720', 'k', '720p.mp4', 'video/mp4', 1000)`.execute(db)
    await sql`
      insert into reencodes (id, job_id, asset_id, format, codec, status, folder, bytes, bytes_before)
      values (${newId()}, ${jobId}, ${assetId}, '720p', 'av1', 'published', 'f', 500, 1000)`.execute(db)
  }
  const batchOf = (bytes: number, video = videoId) => {
    const batch = new PlayBatch()
    batch.addServed({ videoId: video, format: '720p', codec: 'h264' }, day, bytes)
    batch.addServed({ videoId: video, format: '720p', codec: 'av1' }, day, bytes)
    batch.addServed({ videoId: video, format: '720p', codec: 'av1' }, day, bytes)
    return batch
  }

  test('are added up by codec with what was saved, once for each batch, and leave with their video', async () => {
    await addReencode()
    const site = await readServed(db)
    const batch = batchOf(100)
    for (const each of [batch, batch, batchOf(1), batchOf(7, newId())]) await storeBatch(db, each)
    expect(await readServed(db, videoId)).toEqual({ h264: 101, av1: 202, saved: 202 })
    expect(await readServed(db)).toEqual({ h264: site.h264 + 101, av1: site.av1 + 202, saved: site.saved + 202 })
    await sql`delete from videos where id = ${videoId}`.execute(db)
    expect(await readServed(db, videoId)).toEqual({ h264: 0, av1: 0, saved: 0 })
  })

  test('of old days become months with the same sums', async () => {
    await storeBatch(db, batchOf(5))
    await sql`
      insert into play_bytes (subject, day, format, codec, bytes, saved)
      select ${videoId}, d, '720p', 'av1', 10, 4 from unnest(array['2024-02-01', '2024-02-29', '2024-03-01']::date[]) as d`.execute(db)
    while (await mergeOldServed(db));
    expect(await readServed(db, videoId)).toEqual({ h264: 5, av1: 40, saved: 12 })
    const { rows } = await sql`
      select day::text, is_month, bytes::int from play_bytes where subject = ${videoId} and codec = 'av1' order by day`.execute(db)
    expect(rows).toEqual([
      { day: '2024-02-01', is_month: true, bytes: 20 },
      { day: '2024-03-01', is_month: true, bytes: 10 },
      { day, is_month: false, bytes: 10 },
    ])
  })
})

describe('salts', () => {
  test('are the same in every process, change at midnight, and the old one is known for six hours', async () => {
    const at = (moment: string) => createSalts(db, () => Date.parse(moment))()
    const evening = await at('2031-03-01T23:30:00Z')
    expect((await at('2031-03-01T09:00:00Z')).today).toEqual(evening.today)
    const night = await at('2031-03-02T05:59:00Z')
    expect(night.today).not.toEqual(evening.today)
    expect(night.yesterday).toEqual(evening.today)
    expect((await at('2031-03-02T06:01:00Z')).yesterday).toBeUndefined()
  })

  test('are deleted when nobody needs them any more', async () => {
    await sql`insert into play_salts (day, salt) select (now() at time zone 'utc')::date - n, 'x' from generate_series(0, 3) n
      on conflict do nothing`.execute(db)
    await deleteOldSalts(db)
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from play_salts where day < (now() at time zone 'utc')::date - 1`.execute(db)
    expect(rows).toEqual([{ left: 0 }])
  })
})

describe('old days', () => {
  test('become months with the same sums, and days that can still be shown stay', async () => {
    await sql`
      insert into play_days (subject, day, views, plays, watch_seconds, shares, stalls, startup, devices, reached)
      select ${videoId}, d, 1, 2, 3, 0.5, 1, '{1,2}', '{1}', array_fill(1, array[100])
      from unnest(array['2024-02-01', '2024-02-29', '2024-03-01']::date[]) as d`.execute(db)
    await sql`insert into play_hosts (subject, day, host, views)
      select ${videoId}, d, 'host' || n, n from unnest(array['2024-02-01', '2024-02-29']::date[]) as d, generate_series(1, 55) n`.execute(
      db,
    )
    await storeBatch(db, batchWith({ hash: 'now' }))
    const before = await readStatistics(db, { kind: 'video', id: videoId }, 'all')
    while (await mergeOldDays(db));
    while (await mergeOldHosts(db));
    expect(await readStatistics(db, { kind: 'video', id: videoId }, 'all')).toEqual({ ...before, referrers: expect.anything() })
    const { rows } = await sql<{ day: string; is_month: boolean; views: number }>`
      select day::text, is_month, views::int from play_days where subject = ${videoId} order by day`.execute(db)
    expect(rows).toEqual([
      { day: '2024-02-01', is_month: true, views: 2 },
      { day: '2024-03-01', is_month: true, views: 1 },
      { day, is_month: false, views: 1 },
    ])
    const { rows: hosts } = await sql<{ hosts: number; views: number }>`
      select count(*)::int as hosts, sum(views)::int as views from play_hosts where subject = ${videoId} and is_month`.execute(db)
    expect(hosts).toEqual([{ hosts: 51, views: 55 * 56 }])
  })
})

test('a row of a day takes less than a kilobyte, however many watched', async () => {
  const many = (length: number) => sql`array_fill(2000000000, array[${sql.lit(length)}])`
  await sql`insert into play_days (subject, day, startup, devices, reached) values (${videoId}, ${day}, ${many(10)}, ${many(5)}, ${many(100)})`.execute(
    db,
  )
  const { rows } = await sql<{
    size: number
  }>`select pg_column_size(play_days.*) as size from play_days where subject = ${videoId}`.execute(db)
  expect(rows[0]?.size).toBeLessThan(650)
  await sql`update play_days set reached = add_counters(reached, reached) where subject = ${videoId}`.execute(db)
  expect((await sql<{ most: number }>`select reached[1] as most from play_days where subject = ${videoId}`.execute(db)).rows).toEqual([
    { most: 2_147_483_647 },
  ])
})
