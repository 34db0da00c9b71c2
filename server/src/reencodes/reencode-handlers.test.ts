import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reencoding } from '@video-forge/contract/admin/admin-reencoding'
import { defaultReencodeSettings } from '@video-forge/contract/rules/reencode-rules'
import { afterAll, expect, test } from 'vitest'
import { newUser } from '../../testing/people.ts'
import { addJob, addUser, openSite } from '../../testing/site.ts'
import { newId } from '../platform/database/new-id.ts'

const site = await openSite({ ROLE: 'api' })
afterAll(() => site.stop())
const { asAdmin, product, sql } = site

test('admins choose which videos are made in AV1; others neither see nor change it', async () => {
  expect((await asAdmin('GET /admin/reencoding')).body['reencoding']).toMatchObject({ settings: defaultReencodeSettings, recent: [] })
  const settings = { mode: 'all', minPlays: 3, fromHour: 22, toHour: 6, cpuShare: 50 }
  expect((await asAdmin('PUT /admin/reencoding', settings)).body['reencoding']).toMatchObject({ settings })
  for (const wrong of [{ ...settings, toHour: 24 }, { ...settings, mode: 'some' }, { ...settings, cpuShare: 0 }, {}])
    expect((await asAdmin('PUT /admin/reencoding', wrong)).status).toBe(400)
  expect((await asAdmin('GET /admin/reencoding')).body['reencoding']).toMatchObject({ settings })
  const { body } = await asAdmin('GET /admin/audit')
  expect(JSON.stringify(body)).toContain('"action":"reencoding.settings"')
  const { tokens } = await newUser(product, site.mailbox)
  for (const token of [undefined, tokens.idToken]) {
    const { status } = await product.call('GET /admin/reencoding', { ...(token && { token }) })
    expect([401, 403]).toContain(status)
  }
})

test('sums what was made, saved and spent, also for Prometheus', async () => {
  const id = await addJob(site, {
    userId: await addUser(site),
    status: 'COMPLETED',
    title: 'Sea',
    assets: { TRANSCODE_720: 900, TRANSCODE_480: 500 },
  })
  const add = (type: string, values: [string, string | null, number | null, number]) =>
    sql.query(
      `insert into reencodes (id, job_id, asset_id, format, codec, status, reason, bytes, bytes_before, folder, cpu_seconds, ended_at)
       select $1, job_id, id, $2, 'av1', $4, $5, $6, $7, 'videos/x/', 60, now() from assets where job_id = $8 and asset_type = $3`,
      [newId(), type === 'TRANSCODE_720' ? '720p' : '480p', type, ...values, id],
    )
  await add('TRANSCODE_720', ['published', null, 400, 900])
  await add('TRANSCODE_480', ['not-worth-it', 'At the same quality it is less than 15 % smaller.', 490, 500])
  const counted = async () => ((await asAdmin('GET /admin/reencoding')).body['reencoding'] as Reencoding).counts.published
  // As they were at most a minute ago, until an admin changes something.
  expect(await counted()).toBe(0)
  const { reencoding } = (await asAdmin('PUT /admin/reencoding', defaultReencodeSettings)).body
  expect(await counted()).toBe(1)
  expect(reencoding).toMatchObject({
    counts: { published: 1, 'not-worth-it': 1, waiting: 0 },
    published: { bytes: 400, bytesBefore: 900, videos: 1 },
    cpuSeconds: 120,
    recent: expect.arrayContaining([
      expect.objectContaining({ title: 'Sea', format: '480p', bytes: 490, reason: expect.stringContaining('15 %') }),
    ]),
  })
  const metrics = await (await fetch(`${product.url}/metrics`)).text()
  expect(metrics).toContain('video_forge_reencodes{status="published"} 1')
  expect(metrics).toContain('video_forge_reencoded_bytes{codec="av1"} 400')
  expect(metrics).toContain('video_forge_reencoded_bytes{codec="h264"} 900')
  expect(metrics).toContain('video_forge_reencode_cpu_seconds 120')
  // Its H.264 is dropped.
  await sql.query(`update reencodes set asset_id = null where status = 'published'`)
  await asAdmin('PUT /admin/reencoding', defaultReencodeSettings)
  const later = await (await fetch(`${product.url}/metrics`)).text()
  expect(later).toContain('video_forge_reencoded_bytes{codec="av1"} 400')
  expect(later).toContain('video_forge_reencoded_bytes{codec="h264"} 0')
})

test('sums the bytes of qualities that were served, of the site and of each quality in AV1', async () => {
  const owner = await newUser(product, site.mailbox)
  const id = await addJob(site, {
    userId: owner.user.id,
    status: 'COMPLETED',
    title: 'Land',
    assets: { TRANSCODE_720: 900, METADATA_JSON: 20 },
  })
  const folder = join(product.dataDir, 'storage', 'objects', 'videos', id, '1')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'TRANSCODE_720'), Buffer.alloc(900))
  await writeFile(join(folder, 'av1.mp4'), Buffer.alloc(300))
  await writeFile(join(folder, 'METADATA_JSON'), '{"duration":10}')
  await sql.query(`update assets set details = jsonb_build_object('av1', $2::jsonb) where job_id = $1 and asset_type = 'TRANSCODE_720'`, [
    id,
    JSON.stringify({ key: `videos/${id}/1/av1.mp4`, bytes: 300 }),
  ])
  await sql.query(
    `insert into reencodes (id, job_id, asset_id, format, codec, status, bytes, bytes_before, folder, ended_at)
     select $1, job_id, id, '720p', 'av1', 'published', 300, 900, 'videos/y/', now() from assets where job_id = $2 and asset_type = 'TRANSCODE_720'`,
    [newId(), id],
  )
  const before = (await asAdmin('GET /admin/reencoding')).body['reencoding'] as Reencoding
  const read = async (name: string, range: string) => {
    const answer = await fetch(`${product.url}/media/${id}/public/${name}`, { headers: { range } })
    return (await answer.arrayBuffer()).byteLength
  }
  expect(await read('720p.mp4', 'bytes=0-99')).toBe(100)
  expect(await read('720p-av1.mp4', 'bytes=250-')).toBe(50)
  const { served, recent } = (await asAdmin('GET /admin/reencoding')).body['reencoding'] as Reencoding
  const gained = { h264: served.h264 - before.served.h264, av1: served.av1 - before.served.av1, saved: served.saved - before.served.saved }
  expect(gained).toEqual({ h264: 100, av1: 50, saved: 100 })
  expect(recent.find(({ videoId }) => videoId === id)).toMatchObject({ served: 50, saved: 100 })
  const { rows } = await sql.query(`select id from assets where job_id = $1 and asset_type = 'METADATA_JSON'`, [id])
  const { downloadUrl } = (await product.call(`GET /jobs/${id}/assets/${rows[0].id}/download`, { token: owner.tokens.idToken })).body
  expect(await (await fetch(String(downloadUrl))).json()).toMatchObject({
    duration: 10,
    codecs: {
      stored: { h264: 900, av1: 300 },
      served: { h264: 100, av1: 50, saved: 100 },
      av1: [{ format: '720p', status: 'published', bytes: 300, bytesInH264: 900 }],
    },
  })
  const metrics = await (await fetch(`${product.url}/metrics`)).text()
  expect(metrics).toContain(`video_forge_served_bytes{codec="av1"} ${served.av1}`)
  expect(metrics).toContain(`video_forge_served_bytes_saved ${served.saved}`)
})
