import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clipFile, smallClip } from '../../../testing/media/clips.ts'
import { useShortSample } from '../../../testing/media/short-sample.ts'
import { addJob, addUser, ended, filesBelow, openSite, type Site } from '../../../testing/site.ts'
import { newId } from '../../platform/database/new-id.ts'

let site: Site
let userId: string
beforeAll(async () => {
  site = await openSite({ TICK_MS: '200' })
  await useShortSample(site.product.dataDir)
  userId = await addUser(site)
})
afterAll(() => site.stop())

const objects = () => join(site.product.dataDir, 'storage', 'objects')
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** A file of a certain age below the data folder. */
async function putFile(path: string, content: string, hours: number): Promise<void> {
  const full = join(site.product.dataDir, path)
  await mkdir(dirname(full), { recursive: true })
  await writeFile(full, content)
  for (const each of [full, dirname(full), dirname(dirname(full))]) await utimes(each, hoursAgo(hours), hoursAgo(hours))
}

const isThere = (path: string) => readFile(join(site.product.dataDir, path), 'utf8').catch(() => undefined)

interface Result {
  deletedCount: number
  freedSpace: number
  orphanedFiles: number
  missingFiles: number
  items: { name: string; bytes: number }[]
}
const act = async (key: string, body?: unknown) => (await site.asAdmin(key, body)).body['result'] as Result

test('the size and number of files match the disk, also by prefix', async () => {
  const [job] = (await site.asAdmin('POST /jobs/load-test', { concurrent: 1 })).body['jobs'] as { id: string }[]
  expect(await ended(site, job?.id ?? '')).toBe('COMPLETED')
  await putFile('storage/objects/uploads/a/b.mp4', 'x'.repeat(1000), 1)
  const { body } = await site.asAdmin('GET /admin/storage/stats')
  const files = await filesBelow(objects())
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const result = body['result'] as {
    bucket: Record<string, number>
    byKind: { files: number; bytes: number }[]
    byPrefix: object[]
    byUser: { username: string; bytes: number }[]
  }
  expect(result.bucket).toMatchObject({ totalFiles: files.length, totalBytes: bytes })
  expect(result.bucket['totalSizeMB']).toBeCloseTo(bytes / 1024 ** 2, 1)
  expect(result.byPrefix).toContainEqual({ name: 'uploads', files: 1, bytes: 1000 })
  const { rows } = await site.sql.query('select sum(file_size)::int as bytes, count(*)::int as files from assets')
  const sum = (of: 'files' | 'bytes') => result.byKind.reduce((total, each) => total + each[of], 0)
  expect({ bytes: sum('bytes'), files: sum('files') }).toEqual(rows[0])
  expect(result.byUser).toMatchObject([{ username: 'admin', bytes: rows[0].bytes }])
}, 60_000)

test('temporary files are listed, moved to the trash and restored', async () => {
  const working = await addJob(site, { userId, status: 'FAILED' })
  await site.sql.query(`update jobs set status = 'PROCESSING', attempts = 2 where id = $1`, [working])
  await site.sql.query(`insert into job_splits (job_id, folder, recipe) values ($1, 'videos/parts/', '{}')`, [working])
  await site.sql.query(`insert into job_parts (job_id, number, weight, state, take) values ($1, 1, 1, 'working', 3)`, [working])
  const needed = [
    `scratch/${working}-2-99999999/output/720p.mp4`,
    `scratch/${working}.1-3-99999999/output.mp4`,
    `scratch/${newId()}-1-4/source`,
    'storage/incoming/young',
  ]
  for (const path of needed) await putFile(path, 'needed', path.includes(working) ? 48 : 2)
  const stale = [
    `scratch/${working}-1-99999999/source`,
    `scratch/${working}.1-2-99999999/output.mp4`,
    `scratch/plan-${newId()}-1/source`,
    'storage/incoming/old',
    `storage/objects/uploads/${newId()}/given-up.mp4`,
  ]
  for (const path of stale) await putFile(path, 'stale', 25)
  await putFile('storage/objects/uploads/young/one.mp4', 'young', 23)

  const look = await act('POST /admin/storage/cleanup-temp', { dryRun: true })
  expect(look).toMatchObject({ deletedCount: 5, freedSpace: 25, dryRun: true })
  expect(look.items.map(({ name }) => name).sort()).toEqual(stale.map((path) => path.replace(/^storage\/(objects\/)?/, '')).sort())
  for (const path of stale) expect(await isThere(path)).toBe('stale')

  const both = await Promise.all([act('POST /admin/storage/cleanup-temp'), act('POST /admin/storage/cleanup-temp', { dryRun: false })])
  expect(both.map(({ deletedCount }) => deletedCount).sort()).toEqual([0, 5])
  for (const path of stale) expect(await isThere(path)).toBeUndefined()
  for (const path of needed) expect(await isThere(path)).toBe('needed')
  expect(await isThere('storage/objects/uploads/young/one.mp4')).toBe('young')

  const { body } = await site.asAdmin('GET /admin/storage/trash')
  const ids = (body['items'] as { id: string }[]).map(({ id }) => id)
  expect([ids.length, body['bytes']]).toEqual([5, 25])
  const restored = await Promise.all([
    site.asAdmin('POST /admin/storage/trash/restore', { ids }),
    site.asAdmin('POST /admin/storage/trash/restore', { ids }),
  ])
  expect(restored.reduce((sum, answer) => sum + (answer.body['result'] as { restored: number }).restored, 0)).toBe(5)
  for (const path of stale) expect(await isThere(path)).toBe('stale')
  expect((await site.asAdmin('GET /admin/storage/trash')).body['total']).toBe(0)
  await site.sql.query(`update jobs set status = 'FAILED' where id = $1`, [working])
})

test('files without rows and rows without files are found, removed and restored', async () => {
  const whole = await addJob(site, {
    userId,
    status: 'COMPLETED',
    daysAgo: 1,
    assets: { TRANSCODE_480: 4, STORYBOARD: 4, METADATA_JSON: 4 },
  })
  await site.sql.query(
    `update assets set details = jsonb_build_object('track', $2::text) where job_id = $1 and asset_type = 'STORYBOARD'`,
    [whole, `videos/${whole}/1/storyboard.vtt`],
  )
  await site.sql.query('update videos set original_key = $2 where id = $1', [whole, `videos/${whole}/original/source.mp4`])
  const kept = ['1/TRANSCODE_480', '1/STORYBOARD', '1/storyboard.vtt', 'original/source.mp4'].map(
    (name) => `storage/objects/videos/${whole}/${name}`,
  )
  const active = await addJob(site, { userId, status: 'FAILED' })
  await site.sql.query(`update jobs set status = 'PROCESSING', attempts = 1 where id = $1`, [active])
  kept.push(`storage/objects/videos/${active}/1/720p.mp4`)
  for (const path of kept) await putFile(path, 'keep', 5)
  await putFile(`storage/objects/videos/${newId()}/1/fresh.mp4`, 'fresh', 0.5)
  await putFile('storage/objects/elsewhere/unknown.bin', 'not ours', 500)
  const orphans = [`storage/objects/videos/${whole}/2/late.mp4`, `storage/objects/videos/${newId()}/1/gone.mp4`]
  for (const path of orphans) await putFile(path, 'orphan', 5)
  const before = await filesBelow(objects())

  const look = await act('POST /admin/storage/optimize', { dryRun: true })
  expect(look).toMatchObject({ orphanedFiles: 2, freedSpace: 12, missingFiles: 1, compression: { compressedCount: 0 }, complete: true })
  expect(look.items.map(({ name }) => `storage/objects/${name}`).sort()).toEqual(
    [...orphans, `storage/objects/videos/${whole}/1/METADATA_JSON`].sort(),
  )
  expect(await filesBelow(objects())).toEqual(before)

  const both = await Promise.all([act('POST /admin/storage/optimize'), act('POST /admin/storage/optimize')])
  expect(both.map(({ orphanedFiles, missingFiles }) => `${orphanedFiles} ${missingFiles}`).sort()).toEqual(['0 0', '2 1'])
  for (const path of orphans) expect(await isThere(path)).toBeUndefined()
  for (const path of kept) expect(await isThere(path)).toBe('keep')
  expect(await isThere('storage/objects/elsewhere/unknown.bin')).toBe('not ours')

  const { body } = await site.asAdmin('GET /admin/storage/trash')
  const ids = (body['items'] as { id: string }[]).map(({ id }) => id)
  expect((await act('POST /admin/storage/trash/restore', { ids })) as unknown).toEqual({ restored: 3, refused: 0 })
  for (const path of orphans) expect(await isThere(path)).toBe('orphan')
  const { rows } = await site.sql.query('select asset_type from assets where job_id = $1 order by 1', [whole])
  expect(rows.map(({ asset_type }) => asset_type)).toEqual(['METADATA_JSON', 'STORYBOARD', 'TRANSCODE_480'])
  await site.sql.query('delete from videos where id = any($1)', [[whole, active]])
})

test('keeps all rows when most files are missing', async () => {
  const many: string[] = []
  for (let i = 0; i < 15; i += 1) many.push(await addJob(site, { userId, status: 'COMPLETED', daysAgo: 1, assets: { TRANSCODE_480: 4 } }))
  expect((await site.asAdmin('POST /admin/storage/optimize')).status).toBe(409)
  const { rows } = await site.sql.query('select count(*)::int as count from assets where job_id = any($1)', [many])
  expect(rows[0].count).toBe(15)
  await site.sql.query('delete from videos where id = any($1)', [many])
})

test('clean-ups never remove files of running jobs and open uploads', { timeout: 120_000 }, async () => {
  const clip = await clipFile('clip.mp4', smallClip)
  const middle = clip.length >> 1
  const ask = async () => {
    const { body } = await site.asAdmin('POST /upload/generate-url', { filename: 'a.mp4', contentType: 'video/mp4', size: clip.length })
    return body as unknown as { uploadUrl: string; resumableUrl: string; s3Key: string }
  }
  const put = (url: string, body: ReadableStream | Uint8Array<ArrayBuffer>) =>
    fetch(url, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body, duplex: 'half' } as RequestInit)
  const sendChunk = (url: string, offset: number, bytes: Buffer) =>
    fetch(url, {
      method: 'PATCH',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes),
    })

  // One that is being sent, one between two parts, and one that is complete and not confirmed.
  const [flying, paused, arrived] = [await ask(), await ask(), await ask()]
  let land: () => void = () => {}
  const half = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(clip.subarray(0, middle)))
      land = () => {
        controller.enqueue(new Uint8Array(clip.subarray(middle)))
        controller.close()
      }
    },
  })
  const landed = put(flying.uploadUrl, half)
  expect((await sendChunk(paused.resumableUrl, 0, clip.subarray(0, middle))).status).toBe(204)
  expect((await put(arrived.uploadUrl, new Uint8Array(clip))).status).toBe(200)

  const { body } = await site.asAdmin('POST /jobs/load-test', { concurrent: 2 })
  const ids = (body['jobs'] as { id: string }[]).map(({ id }) => id)
  let running = true
  let aging = true
  let rounds = 0
  // All files are made to look old again and again, except those that are being received:
  // each received byte makes them new again.
  const aged = ['objects', 'resumable'].map((name) => join(site.product.dataDir, 'storage', name))
  const cleaner = (async () => {
    while (running) {
      for (const folder of aging ? aged : []) {
        for (const { path } of await filesBelow(folder)) await utimes(join(folder, path), hoursAgo(30), hoursAgo(30)).catch(() => {})
      }
      await Promise.all([act('POST /admin/storage/optimize'), act('POST /admin/storage/cleanup-temp')])
      rounds += 1
    }
  })()
  const statuses = await Promise.all(ids.map((id) => ended(site, id)))
  const sofar = rounds
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(sofar + 1), { timeout: 60_000 })
  land()
  expect((await landed).status).toBe(200)
  expect((await sendChunk(paused.resumableUrl, middle, clip.subarray(middle))).status).toBe(204)
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(sofar + 3), { timeout: 60_000 })
  // From here on only the clean-ups run: a file whose time changes while it is inspected counts as replaced.
  aging = false
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(sofar + 5), { timeout: 60_000 })
  for (const [what, { s3Key }] of Object.entries({ flying, paused, arrived })) {
    const confirmed = await site.asAdmin('POST /upload/confirm', { s3Key, visibility: 'private' })
    expect([what, confirmed.status], JSON.stringify(confirmed.body)).toEqual([what, 201])
  }
  running = false
  await cleaner
  expect(statuses).toEqual(['COMPLETED', 'COMPLETED'])
  const { rows } = await site.sql.query(`select storage_key, details ->> 'track' as track from assets where job_id = any($1)`, [ids])
  expect(rows).toHaveLength(12)
  const there = new Set((await filesBelow(objects())).map(({ path }) => path))
  for (const { storage_key, track } of rows) expect([there.has(storage_key), track === null || there.has(track)]).toEqual([true, true])
  const originals = await site.sql.query(`select original_key from videos where id::text = any($1)`, [
    [flying, paused, arrived].map(({ s3Key }) => s3Key.split('/')[1]),
  ])
  expect(originals.rows).toHaveLength(3)
  for (const { original_key } of originals.rows) expect((await readFile(join(objects(), original_key))).equals(clip)).toBe(true)
})

test('parts of uploads without a row are temporary files too', async () => {
  const id = newId()
  for (const name of [id, `${id}.json`]) await putFile(`storage/resumable/${name}`, 'chunk', 30)
  expect(await act('POST /admin/storage/cleanup-temp')).toMatchObject({ deletedCount: 2, freedSpace: 10 })
  expect(await isThere(`storage/resumable/${id}`)).toBeUndefined()
})

test('the trash lists its items, and emptying it deletes them for good', async () => {
  await putFile(`storage/objects/videos/${newId()}/1/gone.mp4`, 'orphan', 5)
  await act('POST /admin/storage/optimize')
  const look = await act('DELETE /admin/storage/trash?dryRun=true')
  const emptied = await act('DELETE /admin/storage/trash')
  expect(emptied).toEqual({ ...look, dryRun: false })
  expect(emptied.deletedCount).toBeGreaterThan(0)
  expect((await filesBelow(objects())).filter(({ path }) => path.startsWith('trash'))).toEqual([])
})
