import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { UnusedQuality } from '@video-forge/contract/admin/admin-storage'
import type { AssetType } from '@video-forge/contract/jobs'
import { formatOfType } from '@video-forge/contract/rules/formats'
import { unusedRules } from '@video-forge/contract/rules/unused-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBulkSite } from '../testing/bulk-site.ts'
import { addJob } from '../testing/site.ts'
import { deleteDiscardedFiles } from './jobs/delete-discarded-files.ts'
import { dropKeptAv1 } from './jobs/drop-kept-av1.ts'
import { dropQuality } from './jobs/drop-quality.ts'
import { takeReplacement } from './pipeline/take-replacement.ts'
import { newId } from './platform/database/new-id.ts'
import { wholeSite } from './platform/database/whole-site.ts'
import { openLocalStorage } from './platform/storage/local-storage.ts'

type BulkSite = Awaited<ReturnType<typeof openBulkSite>>
let its: BulkSite
beforeAll(async () => {
  its = await openBulkSite()
})
afterAll(() => its.stop())
beforeEach(async () => {
  await its.site.sql.query(`
    delete from tasks; delete from videos; delete from trashed_videos; delete from play_bytes; delete from discarded_files;
    delete from reencode_settings`)
  await played(wholeSite, '720p', 300)
})

const query = (text: string, values: unknown[] = []) => its.site.sql.query(text, values)

const played = (id: string, format: string, daysAgo: number, codec = 'h264', bytes = 900) =>
  query(
    `insert into play_bytes (subject, day, format, codec, bytes, saved) values ($1, (now() at time zone 'utc')::date - $2::int, $3, $4, $5, 0)
     on conflict (subject, day, is_month, format, codec) do update set bytes = play_bytes.bytes + excluded.bytes`,
    [id, daysAgo, format, codec, bytes],
  )

const sizes = { TRANSCODE_4K: [3840, 2160], TRANSCODE_1080: [1920, 1080], TRANSCODE_720: [1280, 720], TRANSCODE_480: [854, 480] }
const index = { initBytes: 2, segments: [{ offset: 2, bytes: 3, seconds: 10 }], codecs: ['avc1.640028', 'mp4a.40.2'] }

const pathOf = (key: string) => join(its.site.product.dataDir, 'storage', 'objects', key)
const isStored = (key: string) =>
  readFile(pathOf(key)).then(
    () => true,
    () => false,
  )

interface NewVideo {
  assets?: Partial<Record<AssetType, number>>
  daysAgo?: number
  height?: number
  hasOriginal?: boolean
}

const usual = { TRANSCODE_1080: 5000, TRANSCODE_720: 900, TRANSCODE_480: 400, METADATA_JSON: 9 }

/** A finished video with its files. */
async function add(title: string, { assets = usual, daysAgo = 100, height = 1080, hasOriginal = true }: NewVideo = {}): Promise<string> {
  const id = await addJob(its.site, { userId: its.owner.user.id, status: 'COMPLETED', title, daysAgo, assets })
  await query('update videos set width = $2::int * 16 / 9, height = $2, original_key = $3, video_codec = $4 where id = $1', [
    ...[id, height, hasOriginal ? `videos/${id}/original/a.mp4` : null, 'h264'],
  ])
  await query(
    `update jobs set output_formats = '{4k,1080p,720p,480p}',
       renditions = '[{"format":"1080p","progress":100},{"format":"720p","progress":100}]' where id = $1`,
    [id],
  )
  for (const type of Object.keys(assets)) {
    const [width, tall] = sizes[type as keyof typeof sizes] ?? [null, null]
    const details = width ? { frameRate: 25, index } : {}
    await query('update assets set width = $3, height = $4, details = $5 where job_id = $1 and asset_type = $2', [
      ...[id, type, width, tall, JSON.stringify(details)],
    ])
    await put(`videos/${id}/1/${type}`, type === 'METADATA_JSON' ? metadata : type)
  }
  return id
}

const metadata = JSON.stringify({ source: { duration: 10 }, measured: { renditions: [{ format: '1080p' }, { format: '720p' }] } })

async function put(key: string, content: string): Promise<void> {
  await mkdir(dirname(pathOf(key)), { recursive: true })
  await writeFile(pathOf(key), content)
}

/** As a worker publishes it. */
async function addAv1(id: string, type: AssetType = 'TRANSCODE_1080'): Promise<string> {
  const key = `videos/${id}/1/av1-${type}-x.mp4`
  await put(key, 'AV1')
  await query(`update assets set details = details || jsonb_build_object('av1', $3::jsonb) where job_id = $1 and asset_type = $2`, [
    ...[id, type, JSON.stringify({ key, bytes: 3, index: { ...index, codecs: ['av01.0.08M.08', 'mp4a.40.2'] } })],
  ])
  return key
}

const reencode = (id: string, status: string, type: AssetType = 'TRANSCODE_1080') =>
  query(
    `insert into reencodes (id, job_id, asset_id, format, codec, status, bytes, bytes_before, folder)
     select $1, job_id, id, $4, 'av1', $3, 3, 5000, 'videos/' || job_id || '/reencode-x/' from assets
     where job_id = $2 and asset_type = $5`,
    [newId(), id, status, formatOfType(type), type],
  )

const switchOn = () => query(`insert into reencode_settings (mode, min_plays, from_hour, to_hour, cpu_share) values ('all', 1, 0, 0, 100)`)

interface Unused {
  items: UnusedQuality[]
  total: number
  bytes: number
  countedSince: string | null
  nextCursor: string | null
}

const list = async (search = ''): Promise<Unused> =>
  (await its.site.asAdmin(`GET /admin/storage/unused-qualities${search}`)).body as unknown as Unused
const titles = async (search = '') => (await list(search)).items.map(({ title }) => title)
const drop = (ids: string[], unusedDays = 30) => its.asAdmin({ ids, change: { action: 'drop-quality', unusedDays } })
const assetTypes = async (id: string) =>
  (await query('select asset_type from assets where job_id = $1 order by asset_type', [id])).rows.map(({ asset_type }) => asset_type)
const assetOf = async (id: string, type: AssetType): Promise<string> =>
  (await query('select id from assets where job_id = $1 and asset_type = $2', [id, type])).rows[0].id
const whole = ['METADATA_JSON', 'TRANSCODE_1080', 'TRANSCODE_480', 'TRANSCODE_720']

describe('the list', () => {
  test('names the tallest quality that nobody plays, what it frees, and whether it can be made again', async () => {
    const inBoth = await add('In both codecs')
    await addAv1(inBoth)
    await played(inBoth, '1080p', 40)
    await played(inBoth, '720p', 1)
    await add('Huge', { assets: { TRANSCODE_4K: 9000, TRANSCODE_1080: 5000, TRANSCODE_480: 1 }, height: 2160 })
    await add('Without original', { assets: { TRANSCODE_1080: 300, TRANSCODE_480: 1 }, hasOriginal: false })
    expect(await list()).toMatchObject({
      total: 3,
      bytes: 9000 + 5003 + 300,
      isPartial: false,
      nextCursor: null,
      items: [
        { title: 'Huge', format: '4k', bytes: 9000, av1Bytes: 0, remaining: '1080p', lastPlayed: null, canBeMade: true },
        { title: 'In both codecs', format: '1080p', bytes: 5003, av1Bytes: 3, keepsAv1: false, remaining: '720p', canBeMade: true },
        { title: 'Without original', format: '1080p', bytes: 300, remaining: '480p', canBeMade: false },
      ],
    })
    const day = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
    expect((await list()).items[1]).toMatchObject({ videoId: inBoth, username: its.owner.user.username, lastPlayed: day })
    expect(await titles('?days=90')).toEqual(['Huge', 'Without original'])
  })

  test('has pages, and refuses what is not one of them', async () => {
    for (const size of [700, 900, 900, 800]) await add(`Clip ${size}`, { assets: { TRANSCODE_1080: size, TRANSCODE_480: 1 } })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Unused = await list(`?limit=1${cursor && `&cursor=${cursor}`}`)
      expect([page.items.length, page.total, page.bytes]).toEqual([1, 4, 3300])
      seen.push(...page.items.map(({ title }) => title))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(['Clip 900', 'Clip 900', 'Clip 800', 'Clip 700'])
    const forged = (size: string) => Buffer.from(JSON.stringify(['largest', size, newId()])).toString('base64url')
    for (const wrong of ['cursor=x', `cursor=${forged('1.5')}`, `cursor=${forged('1e30')}`, 'days=29', 'days=366', 'days=x', 'limit=0'])
      expect((await its.site.asAdmin(`GET /admin/storage/unused-qualities?${wrong}`)).status, wrong).toBe(400)
  })

  test('is empty as long as plays were not counted for the whole time', async () => {
    await add('Unused')
    expect(await titles()).toEqual(['Unused'])
    await query('delete from play_bytes')
    expect(await list()).toMatchObject({ items: [], total: 0, bytes: 0, countedSince: null })
    await played(wholeSite, '720p', 29)
    const day = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10)
    expect(await list()).toMatchObject({ items: [], countedSince: day })
    await played(wholeSite, '480p', 31)
    expect(await titles()).toEqual(['Unused'])
  })

  test('looks only at the largest, and says so', { timeout: 60_000 }, async () => {
    const id = await add('Small and unused')
    expect(await list()).toMatchObject({ total: 1, isPartial: false })
    // Without triggers, which would take seconds for so many.
    const quickly = (...steps: string[]) => query(['begin; set local session_replication_role = replica', ...steps, 'commit'].join(';'))
    await quickly(
      `insert into videos (id, user_id, title, visibility, status)
       select gen_random_uuid(), '${its.owner.user.id}', 'Large', 'public', 'ready' from generate_series(1, ${unusedRules.maxSeen})`,
      `insert into jobs (id, user_id, input_source, output_formats, status)
       select id, user_id, 'x', '{1080p}', 'COMPLETED' from videos where title = 'Large'`,
      `insert into assets (id, job_id, asset_type, storage_key, filename, content_type, file_size, created_at)
       select gen_random_uuid(), id, 'TRANSCODE_1080', 'videos/' || id || '/1', 'x', 'video/mp4', 10000, now() - interval '100 days'
       from videos where title = 'Large'`,
    )
    expect(await list()).toMatchObject({ items: [], total: 0, bytes: 0, isPartial: true })
    const request = { filter: { everyone: true }, change: { action: 'drop-quality', unusedDays: 30 } }
    expect((await its.site.asAdmin('POST /videos/bulk', request)).status).toBe(409)
    await quickly(
      `delete from assets where file_size = 10000`,
      `delete from jobs using videos where videos.id = jobs.id and title = 'Large'`,
      `delete from videos where title = 'Large'`,
    )
    expect(await drop([id])).toEqual([['Small and unused', 'done', expect.any(String)]])
  })

  test('counts a month of plays as if all were on its last day', async () => {
    const id = await add('Unused', { daysAgo: 400 })
    await query('update play_bytes set day = day - 365')
    await query(
      `insert into play_bytes (subject, day, is_month, format, codec, bytes, saved)
       values ($1, date_trunc('month', now() at time zone 'utc' - interval '200 days'), true, '1080p', 'h264', 900, 0)`,
      [id],
    )
    expect([await titles('?days=150'), await titles('?days=200')]).toEqual([['Unused'], []])
  })

  test('is for admins', async () => {
    const path = 'GET /admin/storage/unused-qualities'
    expect((await its.site.product.call(path, {})).status).toBe(401)
    expect((await its.call(path, its.owner)).status).toBe(403)
  })
})

describe('what stays', () => {
  /** Not in the list, not in a task for all, and by its id with this sentence. */
  const stays = async (id: string, reason: string) => {
    expect(await titles()).toEqual([])
    const change = { action: 'drop-quality', unusedDays: 30 }
    expect((await its.site.asAdmin('POST /videos/bulk', { filter: { everyone: true }, change })).status).toBe(409)
    const before = await assetTypes(id)
    expect(await drop([id])).toEqual([[expect.any(String), 'skipped', reason]])
    expect(await assetTypes(id)).toEqual(before)
    expect((await query('select from discarded_files')).rowCount).toBe(0)
  }

  test('an only quality', async () => {
    await stays(await add('Only', { assets: { TRANSCODE_1080: 5000, METADATA_JSON: 9 } }), '1080p is its only quality.')
  })

  test('a small one', async () => {
    const id = await add('Small', { assets: { TRANSCODE_720: 900, TRANSCODE_480: 1 } })
    await stays(id, 'Its tallest quality is 720p, which is never dropped.')
  })

  test('one that was played in H.264, or in a version in AV1 that is gone', async () => {
    const id = await add('Played')
    await played(id, '1080p', 29)
    await stays(id, 'Its 1080p was played in the last 30 days.')
    await query(`update play_bytes set codec = 'av1' where subject = $1`, [id])
    await stays(id, 'Its 1080p was played in the last 30 days.')
    await addAv1(id)
    await played(id, '1080p', 29)
    await stays(id, 'Its 1080p was played in the last 30 days.')
  })

  test('one of which a tenth was served, but not one of which programs read the first bytes', async () => {
    const id = await add('Crawled')
    const day = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
    await played(id, '1080p', 40)
    for (let daysAgo = 1; daysAgo < 10; daysAgo += 1) await played(id, '1080p', daysAgo, 'h264', 55)
    expect((await list()).items).toMatchObject([{ title: 'Crawled', lastPlayed: day }])
    await played(id, '1080p', 3, 'h264', 5)
    await stays(id, 'Its 1080p was played in the last 30 days.')
  })

  test('a new one', async () => {
    await stays(await add('New', { daysAgo: 29 }), 'Its 1080p was made less than 30 days ago.')
  })

  test('all while plays are not known for so long', async () => {
    const id = await add('Unused')
    await query('delete from play_bytes')
    await stays(id, 'Plays of each quality have not been counted for 30 days yet.')
  })

  test('one of a video that is processed, made again or replaced', async () => {
    const id = await add('Busy')
    const reason = 'It is being processed. Try it again when that is done.'
    await query(`update jobs set status = 'PROCESSING' where id = $1`, [id])
    await stays(id, reason)
    await query(`update jobs set status = 'COMPLETED' where id = $1`, [id])
    await query(
      `insert into replacements (video_id, user_id, upload_key, original_key, original_name, bytes, duration, width, height, video_codec)
       values ($1, $2, 'x', 'videos/x/original/b.mp4', 'b.mp4', 0, 1, 1, 1, 'h264')`,
      [id, its.owner.user.id],
    )
    await stays(id, reason)
  })

  test('one of a video that is made in AV1, unless that is off', async () => {
    const id = await add('In work')
    await reencode(id, 'waiting')
    await switchOn()
    await stays(id, 'It is being made in AV1. Try it again when that is done.')
    await query(`update reencode_settings set mode = 'off'`)
    expect(await titles()).toEqual(['In work'])
  })

  test('one of a video in the trash', async () => {
    const id = await add('Deleted')
    await its.call(`DELETE /gallery/videos/${id}`, its.owner)
    expect(await titles()).toEqual([])
    expect(await drop([id])).toEqual([['Deleted', 'failed', 'Video not found']])
  })
})

describe('a dropped quality', () => {
  const media = (path: string) => fetch(new URL(path, its.site.product.url))

  test('is gone from all that names it, and the smaller ones stay', { timeout: 60_000 }, async () => {
    const id = await add('Unused')
    const av1 = await addAv1(id)
    await reencode(id, 'published')
    await query('select recount_tallies()')
    const stream = async (quality: string) => (await its.call(`GET /gallery/videos/${id}/stream?quality=${quality}`, its.stranger)).body
    const { hlsUrl, streamUrl } = (await stream('1080p')) as unknown as { hlsUrl: string; streamUrl: string }
    const [master, tall] = [new URL(hlsUrl).pathname, new URL(streamUrl).pathname]
    // A request for the file itself would count as a play.
    expect(tall.endsWith('/1080p.mp4')).toBe(true)
    expect(await (await media(master)).text()).toContain('1080p-av1.m3u8')
    const used = async () =>
      Number((await query(`select sum(bytes) as bytes from tallies where kind = 'owner' and name = $1`, [its.owner.user.id])).rows[0].bytes)
    const changedIn = async () => (await query('select changed_in from job_changes where job_id = $1', [id])).rows[0].changed_in
    const [bytes, before] = [await used(), await changedIn()]
    const notices: string[] = []
    its.site.sql.on('notification', ({ channel }) => notices.push(channel))
    await query('listen gallery')

    expect(await drop([id])).toEqual([['Unused', 'done', '1080p dropped, 0.0 MB freed']])
    expect(await assetTypes(id)).toEqual(['METADATA_JSON', 'TRANSCODE_480', 'TRANSCODE_720'])
    expect(await used()).toBe(bytes - 5000)
    // Processes that have cached where the file is.
    await expect.poll(() => notices).toContain('gallery')
    await query('unlisten gallery')
    expect((await media(tall)).status).toBe(404)
    expect((await media(tall.replace('1080p.mp4', '1080p-av1.mp4'))).status).toBe(404)
    expect((await media(tall.replace('1080p.mp4', '720p.mp4'))).status).toBe(200)
    const after = await (await media(master)).text()
    expect([after.includes('1080p'), after.includes('720p.m3u8')]).toEqual([false, true])
    expect(await stream('1080p')).toMatchObject({
      stream: { quality: '720p', note: '1080p is not available; this is 720p.' },
      codecs: ['h264'],
      qualities: [{ quality: '720p' }, { quality: '480p' }],
    })
    const { body } = await its.call(`GET /gallery/videos/${id}/downloads`, its.owner)
    expect((body['downloads'] as { quality: string }[]).map(({ quality }) => quality)).toEqual(['original', '720p', '480p'])
    const job = (await its.call(`GET /jobs/${id}`, its.owner)).body['job']
    expect(job).toMatchObject({ output_formats: ['720p', '480p'], renditions: [{ format: '720p' }], asset_count: 3 })
    const { assets } = (await its.call(`GET /jobs/${id}/assets`, its.owner)).body as { assets: { id: string; asset_type: string }[] }
    const file = assets.find(({ asset_type }) => asset_type === 'METADATA_JSON')
    const { downloadUrl } = (await its.call(`GET /jobs/${id}/assets/${file?.id}/download`, its.owner)).body
    const { pathname, search } = new URL(String(downloadUrl))
    expect(await (await media(pathname + search)).json()).toEqual({
      source: { duration: 10 },
      measured: { renditions: [{ format: '720p' }] },
      dropped: ['1080p'],
    })
    // Open pages hear of it.
    expect(await changedIn()).not.toBe(before)
    const { rows: audit } = await query(`select target, details from audit_log where action = 'videos.bulk' order by id desc limit 1`)
    expect(audit).toMatchObject([
      { target: 'Drop the tallest quality of 1 video', details: { count: 1, change: 'drop-quality', unusedDays: 30 } },
    ])

    const keys = [`videos/${id}/1/TRANSCODE_1080`, av1, `videos/${id}/1/TRANSCODE_720`]
    expect(await Promise.all(keys.map(isStored))).toEqual([true, true, true])
    await emptyDiscarded()
    expect(await Promise.all(keys.map(isStored))).toEqual([false, false, true])

    expect(await drop([id])).toEqual([['Unused', 'skipped', 'Its tallest quality is 720p, which is never dropped.']])
    expect(await its.asAdmin({ ids: [id], change: { action: 'make-formats', formats: ['1080p'] } })).toEqual([['Unused', 'done', null]])
    const { rows } = await query('select status, output_formats from jobs where id = $1', [id])
    expect(rows).toEqual([{ status: 'PENDING', output_formats: ['720p', '480p', '1080p'] }])
  })

  test('stays in AV1 where that is played, taller ones too, until the file is replaced', { timeout: 60_000 }, async () => {
    const id = await add('Watched in AV1', { assets: { TRANSCODE_4K: 9000, ...usual }, height: 2160 })
    const types: AssetType[] = ['TRANSCODE_4K', 'TRANSCODE_1080', 'TRANSCODE_720', 'TRANSCODE_480']
    const keys = []
    for (const type of types) {
      keys.push(await addAv1(id, type))
      await reencode(id, 'published', type)
    }
    for (const format of ['4k', '1080p']) await played(id, format, 3, 'av1')
    await played(id, '4k', 40)
    const day = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
    expect((await list()).items).toMatchObject([{ format: '4k', bytes: 9000, av1Bytes: 0, keepsAv1: true, lastPlayed: day }])
    expect(await drop([id])).toEqual([['Watched in AV1', 'done', '4K dropped in H.264, kept in AV1, 0.0 MB freed']])
    expect((await list()).items).toMatchObject([{ format: '1080p', bytes: 5000, keepsAv1: true, lastPlayed: null }])
    expect(await drop([id])).toEqual([['Watched in AV1', 'done', '1080p dropped in H.264, kept in AV1, 0.0 MB freed']])
    await emptyDiscarded()

    const { body } = await its.call(`GET /gallery/videos/${id}/stream`, its.stranger)
    expect(body).toMatchObject({ codecs: ['h264', 'av1'], qualities: [{ quality: '720p' }, { quality: '480p' }] })
    const master = new URL(String(body['hlsUrl'])).pathname
    const listed = (await (await media(master)).text()).match(/RESOLUTION=\S+|^\w+(-av1)?\.m3u8$/gm) ?? []
    expect(listed.filter((line) => line.endsWith('.m3u8'))).toEqual([
      ...['720p.m3u8', '480p.m3u8', '4k-av1.m3u8', '1080p-av1.m3u8', '720p-av1.m3u8', '480p-av1.m3u8'],
    ])
    expect(listed.join(' ')).toContain('3840x2160')
    const fetched = async (name: string) => {
      const answer = await media(master.replace(/[^/]+$/, name))
      return answer.status === 200 ? answer.text() : answer.status
    }
    for (const format of ['4k', '1080p', '720p', '480p']) {
      expect(await fetched(`${format}-av1.m3u8`)).toContain(`${format}-av1.mp4`)
      expect(await fetched(`${format}-av1.mp4`)).toBe('AV1')
    }
    expect([await fetched('4k.mp4'), await fetched('1080p.mp4'), await fetched('1080p.m3u8')]).toEqual([404, 404, 404])
    expect(await Promise.all(keys.map(isStored))).toEqual([true, true, true, true])
    // What is known of them stays, for the figures of the site.
    const reencodes = () => query('select format from reencodes where job_id = $1 order by format', [id])
    expect((await reencodes()).rows).toHaveLength(4)
    const named = (await query(`select details -> 'taller' as taller from assets where job_id = $1 and asset_type = 'TRANSCODE_720'`, [id]))
      .rows
    expect(Object.keys(named[0].taller).sort()).toEqual(['1080p', '4k'])

    await its.db.transaction().execute(async (transaction) => {
      await query(
        `insert into replacements (video_id, user_id, upload_key, original_key, original_name, bytes, duration, width, height, video_codec)
         values ($1, $2, 'x', 'videos/x/original/b.mp4', 'b.mp4', 0, 1, 1, 1, 'h264')`,
        [id, its.owner.user.id],
      )
      await takeReplacement(transaction, id)
    })
    expect((await reencodes()).rows).toEqual([])
  })

  describe('that stays in AV1', () => {
    /** Dropped in H.264 while its AV1 of 3 bytes was played, which is long ago. */
    async function addKept(title: string, taller: AssetType[] = ['TRANSCODE_4K']): Promise<{ id: string; keys: string[] }> {
      const id = await add(title, { assets: { TRANSCODE_4K: 9000, ...usual }, height: 2160 })
      const keys: string[] = []
      for (const type of taller) {
        const format = String(formatOfType(type))
        keys.push(await addAv1(id, type))
        await reencode(id, 'published', type)
        await played(id, format, 3, 'av1')
        await drop([id])
      }
      await query(`update play_bytes set day = day - 40 where subject = $1`, [id])
      await query(`update reencodes set ended_at = now() - interval '100 days' where job_id = $1`, [id])
      await query('delete from discarded_files')
      return { id, keys }
    }
    const kept = async (id: string) => (await query('select format from reencodes where job_id = $1 order by format', [id])).rows

    test('is listed when nobody plays it any more, and goes for good', { timeout: 60_000 }, async () => {
      const { id, keys } = await addKept('Once watched')
      const day = new Date(Date.now() - 43 * 86_400_000).toISOString().slice(0, 10)
      const item = { videoId: id, format: '4k', codec: 'av1', bytes: 3, av1Bytes: 3, keepsAv1: false, remaining: '1080p' }
      expect(await list()).toMatchObject({ total: 1, bytes: 3, items: [{ ...item, lastPlayed: day, canBeMade: true }] })
      expect((await list('?days=90')).items).toMatchObject([{ format: '1080p', codec: 'h264' }])
      const { body } = await its.call(`GET /gallery/videos/${id}/stream`, its.stranger)
      const master = new URL(String(body['hlsUrl'])).pathname
      expect(await (await media(master)).text()).toContain('4k-av1.m3u8')
      const notices: string[] = []
      its.site.sql.on('notification', ({ channel }) => notices.push(channel))
      await query('listen gallery')

      const change = { action: 'drop-quality', unusedDays: 30 }
      expect(await its.asAdmin({ filter: { everyone: true }, change })).toEqual([
        ['Once watched', 'done', '4K dropped in AV1, 0.0 MB freed'],
      ])
      await expect.poll(() => notices).toContain('gallery')
      await query('unlisten gallery')
      expect(await kept(id)).toEqual([])
      expect((await query('select prefix from discarded_files where prefix = any($1)', [keys])).rows).toHaveLength(1)
      expect(await (await media(master)).text()).not.toContain('4k-av1')
      expect((await media(master.replace(/[^/]+$/, '4k-av1.mp4'))).status).toBe(404)
      const { rows } = await query(`select note from job_events where job_id = $1 order by id desc limit 1`, [id])
      expect(rows[0].note).toBe('4k was dropped in AV1: nobody had played it for 30 days')
      // What was H.264 all the time follows.
      expect((await list()).items).toMatchObject([{ format: '1080p', codec: 'h264', bytes: 5000 }])
    })

    test('goes one after the other, the tallest first, and none twice', async () => {
      const { id } = await addKept('Both', ['TRANSCODE_4K', 'TRANSCODE_1080'])
      const other = await addKept('Other')
      expect((await list()).items.map(({ title, format }) => `${title} ${format}`)).toEqual(['Both 4k', 'Other 4k'])
      const first = await list('?limit=1')
      expect((await list(`?limit=1&cursor=${first.nextCursor}`)).items).toMatchObject([{ title: 'Other' }])
      const reencodeId = (await query(`select id from reencodes where job_id = $1 and format = '4k'`, [id])).rows[0].id
      expect(await drop([id])).toEqual([['Both', 'done', '4K dropped in AV1, 0.0 MB freed']])
      const again = await its.db.transaction().execute((transaction) => dropKeptAv1(transaction, id, { reencodeId, unusedDays: 30 }))
      expect(again).toEqual({ isDropped: false, reason: 'This quality is gone: it was dropped, or made again.' })
      expect(await kept(id)).toEqual([{ format: '1080p' }])
      // An id of another video is nobody's.
      const foreign = { reencodeId: (await query('select id from reencodes where job_id = $1', [other.id])).rows[0].id, unusedDays: 30 }
      expect(await its.db.transaction().execute((transaction) => dropKeptAv1(transaction, id, foreign))).toMatchObject({ isDropped: false })
      expect(await kept(other.id)).toEqual([{ format: '4k' }])
    })

    test.each([
      ['played', (id: string) => played(id, '4k', 3, 'av1', 1), 'Its 4K in AV1 was played in the last 30 days.'],
      [
        'new',
        (id: string) => query('update reencodes set ended_at = now() where job_id = $1', [id]),
        'Its 4K in AV1 was made less than 30 days ago.',
      ],
      ['not counted for so long', () => query('delete from play_bytes'), 'Plays of each quality have not been counted for 30 days yet.'],
      [
        'of a video that is processed',
        (id: string) => query(`update jobs set status = 'PROCESSING' where id = $1`, [id]),
        'It is being processed. Try it again when that is done.',
      ],
    ])('stays when it is %s', async (_, change, reason) => {
      const { id } = await addKept('Kept')
      await change(id)
      expect((await list()).items.filter(({ codec }) => codec === 'av1')).toEqual([])
      const reencodeId = (await query('select id from reencodes where job_id = $1', [id])).rows[0].id
      const result = await its.db.transaction().execute((transaction) => dropKeptAv1(transaction, id, { reencodeId, unusedDays: 30 }))
      expect(result).toEqual({ isDropped: false, reason })
      expect((await query('select from discarded_files')).rowCount).toBe(0)
    })
  })

  test('that is played in no codec goes in both, and taller ones in AV1 stay', async () => {
    const id = await add('Hardly watched', { assets: { TRANSCODE_4K: 9000, ...usual }, height: 2160 })
    const keys = [await addAv1(id, 'TRANSCODE_4K'), await addAv1(id, 'TRANSCODE_1080')]
    await played(id, '4k', 3, 'av1')
    await drop([id])
    expect(await drop([id])).toEqual([['Hardly watched', 'done', '1080p dropped, 0.0 MB freed']])
    await emptyDiscarded()
    expect(await Promise.all(keys.map(isStored))).toEqual([true, false])
    const { body } = await its.call(`GET /gallery/videos/${id}/stream`, its.stranger)
    const master = await (await media(new URL(String(body['hlsUrl'])).pathname)).text()
    expect([master.includes('4k-av1'), master.includes('1080p')]).toEqual([true, false])
    // The trash and an erasure take them like all files that an asset names.
    await its.call(`DELETE /gallery/videos/${id}`, its.owner)
    const { rows } = await query('select files from trashed_videos where id = $1', [id])
    expect(rows[0].files).toContain(keys[0])
  })

  test('of all that are listed, and of nothing else', async () => {
    const [a, b, other] = [await add('A'), await add('B'), await add('Played')]
    await played(other, '1080p', 3)
    const change = { action: 'drop-quality', unusedDays: 30 }
    const report = await its.asAdmin({ filter: { everyone: true }, change })
    expect(report.map(([title, status]) => [title, status]).sort()).toEqual([
      ['A', 'done'],
      ['B', 'done'],
    ])
    const smaller = whole.filter((type) => type !== 'TRANSCODE_1080')
    expect([await assetTypes(a), await assetTypes(b), await assetTypes(other)]).toEqual([smaller, smaller, whole])
    expect(await list()).toMatchObject({ total: 0, bytes: 0 })
  })

  test('only by admins, with the right that they have then', async () => {
    const id = await add('Unused')
    const request = { ids: [id], change: { action: 'drop-quality', unusedDays: 30 } }
    expect((await its.site.product.call('POST /videos/bulk', { body: request })).status).toBe(401)
    expect(await its.ask(request)).toMatchObject({ status: 403, body: { message: 'Only admins can do this.' } })
    const { body } = await its.site.asAdmin('POST /account/keys', { name: 'Script', scopes: ['read', 'manage'] })
    expect((await its.site.product.call('POST /videos/bulk', { token: String(body['secret']), body: request })).status).toBe(403)
    for (const unusedDays of [29, 366, 30.5, '30', undefined])
      expect((await its.site.asAdmin('POST /videos/bulk', { ...request, change: { ...request.change, unusedDays } })).status).toBe(400)
    // The task of somebody who is no admin any more.
    const started = (await its.site.asAdmin('POST /videos/bulk', request)).body['task'] as { id: string }
    await query('update tasks set user_id = $2 where id = $1', [started.id, its.owner.user.id])
    expect(await its.finish(started.id, its.owner)).toEqual([['Unused', 'failed', 'Only admins can do this.']])
    expect(await assetTypes(id)).toEqual(whole)
  })
})

/** As the worker's task does it. */
async function emptyDiscarded(): Promise<void> {
  const folder = join(its.site.product.dataDir, 'storage')
  await deleteDiscardedFiles(its.db, await openLocalStorage({ folder, linkBase: 'http://localhost', secret: 's'.repeat(32) }))
}

describe('a worker that is killed', () => {
  const events = ['delete on assets', 'insert on discarded_files', 'update on jobs', 'update on assets', 'insert on job_events']
  const inAv1 = [...events, 'update on reencodes'].map((event) => [event, ' whose version in AV1 stays'])
  test.each([...events.map((event) => [event, '']), ...inAv1])('at its %s leaves a quality%s as it was', async (event, isKept) => {
    const id = await add('Unused')
    if (isKept) {
      await addAv1(id)
      await reencode(id, 'published')
      await played(id, '1080p', 3, 'av1')
    }
    const rows = async () =>
      (
        await query(
          'select to_jsonb(assets) as asset, to_jsonb(reencodes) as reencode from assets left join reencodes on asset_id = assets.id where assets.job_id = $1 order by assets.id',
          [id],
        )
      ).rows
    const before = await rows()
    const assetId = await assetOf(id, 'TRANSCODE_1080')
    await query(`create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`)
    await query(`create trigger fail_here before ${event} for each row execute function fail_here()`)
    const dropping = its.db.transaction().execute((transaction) => dropQuality(transaction, id, { assetId, unusedDays: 30 }))
    await expect(dropping.finally(() => query('drop function fail_here cascade'))).rejects.toThrow('killed')
    expect(await rows()).toEqual(before)
    expect((await query('select from discarded_files')).rowCount).toBe(0)
    await emptyDiscarded()
    expect(await isStored(`videos/${id}/1/TRANSCODE_1080`)).toBe(true)
    const { rows: jobs } = await query('select output_formats from jobs where id = $1', [id])
    expect(jobs).toEqual([{ output_formats: ['4k', '1080p', '720p', '480p'] }])
  })

  test('after it leaves files that the next one finds, and the video is not changed twice', async () => {
    const id = await add('Unused', { assets: { TRANSCODE_4K: 9000, TRANSCODE_1080: 5000, TRANSCODE_480: 1 }, height: 2160 })
    const { body } = await its.site.asAdmin('POST /videos/bulk', { ids: [id], change: { action: 'drop-quality', unusedDays: 30 } })
    const { id: taskId } = body['task'] as { id: string }
    const assetId = await assetOf(id, 'TRANSCODE_4K')
    await its.db.transaction().execute((transaction) => dropQuality(transaction, id, { assetId, unusedDays: 30 }))
    await query(
      `update tasks set status = 'running', lease = $2, leased_until = now() - interval '1 second', lease_count = 1 where id = $1`,
      [taskId, newId()],
    )
    await query(`update task_items set status = 'running', attempts = 1 where task_id = $1`, [taskId])
    const runner = its.startRunner()
    await runner.task.run()
    const reason = async () => (await query('select status, reason from task_items where task_id = $1', [taskId])).rows[0]
    await expect
      .poll(reason, { timeout: 20_000 })
      .toEqual({ status: 'skipped', reason: 'This quality is gone: it was dropped, or made again.' })
    await runner.stop()
    expect(await assetTypes(id)).toEqual(['TRANSCODE_1080', 'TRANSCODE_480'])
    await emptyDiscarded()
    expect(await Promise.all(['4K', '1080'].map((name) => isStored(`videos/${id}/1/TRANSCODE_${name}`)))).toEqual([false, true])
  })
})
