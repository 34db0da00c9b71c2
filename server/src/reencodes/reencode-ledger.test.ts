import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseAt } from '../../testing/services/database-at.ts'
import { addJob, addUser, openSite, type Site } from '../../testing/site.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { MachineLimits } from './machine-limits.ts'
import { beginParts, leaseWork, readTaller } from './reencode-ledger.ts'

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

const large: MachineLimits = { pixels: 1e9, copiedBytes: 1e12 }

interface NewRow {
  status?: string
  leasedUntil?: string | null
  size?: [width: number, height: number]
}

async function addRow({ status = 'waiting', leasedUntil = null, size = [854, 480] }: NewRow = {}): Promise<string> {
  const job = await addJob(site, { userId: await addUser(site), status: 'COMPLETED', assets: { TRANSCODE_480: 900, ORIGINAL: 5000 } })
  await site.sql.query(`update assets set width = $2, height = $3 where job_id = $1 and asset_type = 'TRANSCODE_480'`, [job, ...size])
  const id = newId()
  await site.sql.query(
    `insert into reencodes (id, job_id, asset_id, format, codec, status, bytes_before, folder, lease, leased_until)
     select $1, job_id, id, '480p', 'av1', $3, 900, 'videos/x/', case when $4::text is null then null else id end, now() + $4::interval
     from assets where job_id = $2 and asset_type = 'TRANSCODE_480'`,
    [id, job, status, leasedUntil],
  )
  return id
}

const row = async (id: string) => (await site.sql.query('select * from reencodes where id = $1', [id])).rows[0]

test('takes the lease of a killed worker, and looks only at work that is open', async () => {
  const [killed, ended] = [await addRow({ leasedUntil: '-1 second' }), await addRow({ status: 'published', leasedUntil: '-1 second' })]
  expect((await leaseWork(database.db, large))?.id).toBe(killed)
  expect((await row(ended)).lease).not.toBeNull()
  expect(await leaseWork(database.db, large)).toBeUndefined()
})

test.each<[string, MachineLimits]>([
  ['memory', { pixels: 2e6, copiedBytes: 1e12 }],
  ['disk space', { pixels: 1e9, copiedBytes: 5899 }],
])('a machine with too little %s leaves each step to others, and only after a week nobody can do it', async (_, small) => {
  const id = await addRow({ size: [1920, 1080] })
  const isLeft = async (kind: string) => {
    expect(await leaseWork(database.db, small)).toBeUndefined()
    const work = await leaseWork(database.db, { pixels: 1920 * 1080, copiedBytes: 5900 })
    expect([work?.id, work?.step.kind]).toEqual([id, kind])
    await site.sql.query(`update reencodes set lease = null where id = $1`, [id])
  }
  await isLeft('plan')
  await site.sql.query(`update reencodes set status = 'running' where id = $1`, [id])
  await site.sql.query(`insert into reencode_parts (reencode_id, number, part, bytes_before) values ($1, 0, '{}', 1)`, [id])
  await isLeft('part')
  await site.sql.query(`update reencode_parts set state = 'done'`)
  await isLeft('join')
})

test('the files of the video that was copied last need no more space', async () => {
  const id = await addRow()
  const full: MachineLimits = { pixels: 1e9, copiedBytes: -1 }
  expect(await leaseWork(database.db, full)).toBeUndefined()
  expect((await leaseWork(database.db, { ...full, copiedJobId: (await row(id)).job_id }))?.id).toBe(id)
})

test('what no worker has the memory for is skipped after a week, and what only does not fit onto a full disk is not', async () => {
  const id = await addRow({ size: [1920, 1080] })
  const age = (days: number) =>
    site.sql.query('update reencodes set created_at = now() - make_interval(days => $2) where id = $1', [id, days])
  const status = async (limits: MachineLimits) => {
    await leaseWork(database.db, limits)
    return (await row(id)).status
  }
  const small = { ...large, pixels: 2e6 }
  await age(6)
  expect(await status(small)).toBe('waiting')
  await age(8)
  expect(await status({ ...large, copiedBytes: -1 })).toBe('waiting')
  expect(await status(small)).toBe('skipped')
  expect((await row(id)).reason).toContain('No worker')
})

test('parts know the settings that were chosen, and the first comes last', async () => {
  const id = await addRow()
  const work = await leaseWork(database.db, large)
  if (!work) throw new Error('There is no work.')
  const part = { runs: [], measured: { run: { from: 0, to: undefined, frames: 1 }, groups: { from: 0, to: 1 }, skipped: 0 } }
  const parts = [0, 1, 2].map(() => ({ part, bytesBefore: 5 }))
  await beginParts(database.db, work, { crf: 41, slope: 0.25, isScreen: true }, parts)
  for (const number of [1, 2, 0])
    expect(await leaseWork(database.db, large)).toMatchObject({ id, crf: 41, slope: 0.25, isScreen: true, step: { kind: 'part', number } })
})

describe('the qualities of a video', () => {
  async function addVideo(): Promise<string> {
    const assets = { TRANSCODE_1080: 9e6, TRANSCODE_720: 5e6, TRANSCODE_480: 2e6 }
    const job = await addJob(site, { userId: await addUser(site), status: 'COMPLETED', assets })
    // As the rows of an earlier version: the smallest is the oldest.
    for (const format of ['480p', '720p', '1080p'])
      await site.sql.query(
        `insert into reencodes (id, job_id, asset_id, format, codec, status, bytes_before, folder)
         select $1, job_id, id, $3::text, 'av1', 'waiting', 900, 'videos/x/' from assets
         where job_id = $2 and asset_type = 'TRANSCODE_' || rtrim($3::text, 'p')`,
        [newId(), job, format],
      )
    return job
  }
  const leased = async () => (await leaseWork(database.db, large))?.format
  const end = (format: string, status: string) =>
    site.sql.query('update reencodes set status = $2, lease = null where format = $1', [format, status])
  const statuses = async () => (await site.sql.query('select status from reencodes order by id')).rows.map(({ status }) => status)

  test('are begun one after the other, the tallest first', async () => {
    await addVideo()
    expect([await leased(), await leased()]).toEqual(['1080p', undefined])
    await end('1080p', 'published')
    expect([await leased(), await leased()]).toEqual(['720p', undefined])
    // Players do without one in between.
    await end('720p', 'not-worth-it')
    expect(await leased()).toBe('480p')
  })

  test('know what the next taller one needed, if that was published', async () => {
    const job = await addVideo()
    const known = (format: '1080p' | '720p' | '480p') => readTaller(database.db, { jobId: job, format })
    const needed = (format: string, crf: number) =>
      site.sql.query('update reencodes set crf = $2, slope = 0.2, is_screen = $2 > 35 where format = $1', [format, crf])
    await needed('1080p', 33)
    expect(await known('720p')).toBeUndefined()
    await end('1080p', 'published')
    expect([await known('1080p'), await known('720p')]).toEqual([undefined, { crf: 33, slope: 0.2, isScreen: false }])
    await needed('720p', 38)
    await end('720p', 'not-worth-it')
    expect(await known('480p')).toEqual({ crf: 33, slope: 0.2, isScreen: false })
    await end('720p', 'published')
    expect(await known('480p')).toEqual({ crf: 38, slope: 0.2, isScreen: true })
    // A version that did not know what it was looked for screens everywhere, so its setting says little.
    await site.sql.query(`update reencodes set is_screen = null where format = '720p'`)
    expect(await known('480p')).toEqual({ crf: 33, slope: 0.2, isScreen: false })
  })

  test.each(['not-worth-it', 'failed', 'skipped'])('are skipped when the tallest is %s', async (status) => {
    await addVideo()
    await end('1080p', status)
    expect(await leased()).toBeUndefined()
    expect(await statuses()).toEqual(['skipped', 'skipped', status])
    expect((await site.sql.query(`select reason from reencodes where format = '480p'`)).rows[0].reason).toContain('tallest')
  })
})
