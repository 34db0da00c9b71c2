import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseAt } from '../../testing/services/database-at.ts'
import { addJob, addUser, openSite, type Site } from '../../testing/site.ts'
import type { Database } from '../platform/database/database.ts'
import { chooseVideo } from './choose-video.ts'

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
  await expect(chooseVideo(database.db, all)).rejects.toThrow('no_720p')
  await site.sql.query('alter table reencodes drop constraint no_720p')
  expect(await chooseVideo(database.db, all)).toBe(true)
  expect(await rowsOf(id)).toHaveLength(3)
})
