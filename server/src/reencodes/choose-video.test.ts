import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseAt } from '../../testing/services/database-at.ts'
import { addJob, addUser, openSite, type Site } from '../../testing/site.ts'
import type { Database } from '../platform/database/database.ts'
import { createVideoChooser } from './choose-video.ts'

let site: Site
let database: Database
beforeAll(async () => {
  site = await openSite({ ROLE: 'api' })
  database = await databaseAt(site.product.databaseUrl)
})
afterAll(async () => {
  await database.close()
  await site.stop()
})
beforeEach(async () => void (await site.sql.query('delete from videos')))

const all = { mode: 'all' as const, minPlays: 1, fromHour: 0, toHour: 0, cpuShare: 100 }

const choose = () => createVideoChooser(database.db).choose(all)

/** A finished video of these sizes in bytes, with its original. */
async function add(assets: { TRANSCODE_1080?: number; TRANSCODE_720?: number; TRANSCODE_480?: number }): Promise<string> {
  const id = await addJob(site, { userId: await addUser(site), status: 'COMPLETED', assets })
  await site.sql.query(`update videos set original_key = 'videos/' || id || '/original/a.mp4' where id = $1`, [id])
  return id
}

const rowsOf = async (id: string) =>
  (await site.sql.query('select format, status, reason from reencodes where job_id = $1 order by id', [id])).rows

test('a search that is killed while it writes leaves nothing, so that the video is found again', async () => {
  const id = await add({ TRANSCODE_1080: 9e6, TRANSCODE_720: 5e6, TRANSCODE_480: 2e6 })
  await site.sql.query(`alter table reencodes add constraint no_720p check (format <> '720p')`)
  await expect(choose()).rejects.toThrow('no_720p')
  await site.sql.query('alter table reencodes drop constraint no_720p')
  expect(await choose()).toBe(true)
  expect(await rowsOf(id)).toHaveLength(3)
})

test('the tallest quality comes first', async () => {
  const id = await add({ TRANSCODE_480: 9000, TRANSCODE_720: 5e6, TRANSCODE_1080: 9e6 })
  await choose()
  expect((await rowsOf(id)).map(({ format, status }) => [format, status])).toEqual([
    ['1080p', 'waiting'],
    ['720p', 'waiting'],
    ['480p', 'skipped'],
  ])
})

test('one search is for many videos, of which those that are gone or chosen by somebody else are left out', async () => {
  const ids: string[] = []
  for (let at = 0; at < 4; at += 1) ids.push(await add({ TRANSCODE_480: 2e6 }))
  const [first, second, third, fourth] = ids
  for (const [at, id] of [fourth, third, second].entries())
    await site.sql.query('insert into play_days (subject, day, plays) values ($1, current_date - 3, $2)', [id, 30 - at])
  const mine = createVideoChooser(database.db)
  await mine.choose(all)
  expect(await rowsOf(String(fourth))).toHaveLength(1)
  await site.sql.query('delete from videos where id = $1', [third])
  await createVideoChooser(database.db).choose(all)
  const later = await add({ TRANSCODE_480: 2e6 })
  await site.sql.query('insert into play_days (subject, day, plays) values ($1, current_date - 3, 99)', [later])
  for (let at = 0; at < 2; at += 1) expect(await mine.choose(all)).toBe(true)
  expect([await rowsOf(String(second)), await rowsOf(later)].map(({ length }) => length)).toEqual([1, 0])
  // Other settings are another search.
  await mine.choose({ ...all, mode: 'popular', minPlays: 50 })
  expect([await rowsOf(later), await rowsOf(String(first))].map(({ length }) => length)).toEqual([1, 0])
  expect(await mine.choose({ ...all, mode: 'off' })).toBe(false)
})
