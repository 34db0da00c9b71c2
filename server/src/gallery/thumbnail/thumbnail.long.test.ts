import { execFile } from 'node:child_process'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Job } from '@video-forge/contract/jobs'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readCounters } from '../../../testing/counters.ts'
import { clipFile } from '../../../testing/media/clips.ts'
import { newUser, type Session } from '../../../testing/people.ts'
import { databaseAt } from '../../../testing/services/database-at.ts'
import { ended, filesBelow, openSite } from '../../../testing/site.ts'
import { createGrants } from '../grants.ts'
import { createMediaFiles, type MediaFile } from '../playback/media-files.ts'

const run = promisify(execFile)
/** Red for one second, then green, then blue. */
const colourful = "color=red:s=640x360:r=10:d=3,drawbox=c=lime:t=fill:enable='gt(t,0.95)',drawbox=c=blue:t=fill:enable='gt(t,1.95)'"
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
const clip = await clipFile('colours.mp4', ['-f', 'lavfi', '-i', colourful, ...h264])
const picture = (type: string, colour: string, size = '400x300') =>
  clipFile(`${colour}-${size}.${type}`, ['-f', 'lavfi', '-i', `color=${colour}:s=${size}`, '-frames:v', '1'])
const yellow = await picture('png', 'yellow')

const site = await openSite()
afterAll(() => site.stop())
const owner = await newUser(site.product, site.mailbox)
const stranger = await newUser(site.product, site.mailbox)

type Who = Session | undefined
const call = (key: string, who: Who, body?: unknown) =>
  site.product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body !== undefined && { body }) })

async function newVideo(visibility = 'public'): Promise<{ id: string; s3Key: string }> {
  const { body } = await call('POST /upload/generate-url', owner, { filename: 'clip.mp4', contentType: 'video/mp4' })
  const s3Key = String(body['s3Key'])
  await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clip), headers: { 'Content-Type': 'video/mp4' } })
  expect((await call('POST /upload/confirm', owner, { s3Key, visibility })).status).toBe(201)
  return { s3Key, id: s3Key.split('/')[1] ?? '' }
}

const choose = (id: string, time: number, who: Who = owner) => call(`POST /gallery/videos/${id}/thumbnail`, who, { time })

async function send(id: string, content: Uint8Array | string, type = 'image/png', who: Who = owner) {
  const answer = await fetch(`${site.product.url}/prod/api/gallery/videos/${id}/thumbnail`, {
    method: 'POST',
    headers: { 'content-type': type, ...(who && { authorization: `Bearer ${who.tokens.idToken}` }) },
    body: content,
  })
  const body = (await answer.json()) as { code: string; message: string; video: VideoDetails }
  return { status: answer.status, ...body }
}

const detailsOf = async (id: string, who: Who = owner) => (await call(`GET /gallery/videos/${id}`, who)).body['video'] as VideoDetails

async function colourAt(address: string | null | undefined): Promise<string> {
  const answer = await fetch(String(address))
  if (answer.status !== 200) return `status ${answer.status}`
  const path = join(site.product.dataDir, 'seen')
  await writeFile(path, new Uint8Array(await answer.arrayBuffer()))
  const arguments_ = ['-v', 'error', '-i', path, '-vf', 'format=rgb24,scale=1:1:flags=area', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-']
  const { stdout } = await run('ffmpeg', arguments_, { encoding: 'buffer' })
  const name = [...stdout].map((level) => (level > 100 ? '1' : '0')).join('')
  return { '100': 'red', '010': 'green', '001': 'blue', '110': 'yellow' }[name] ?? name
}

async function sizeOf(picture: Uint8Array): Promise<string> {
  const path = join(site.product.dataDir, 'measured')
  await writeFile(path, picture)
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', path])
  return stdout.trim()
}

const rowOf = async (id: string) =>
  (await site.sql.query('select thumbnail_key, thumbnail_bytes::int as bytes, thumbnail_version from videos where id = $1', [id])).rows[0]
const filesOf = async (id: string) =>
  (await filesBelow(join(site.product.dataDir, 'storage', 'objects')))
    .map(({ path }) => path)
    .filter((path) => path.includes(`${id}/thumbnail`))
    .sort()

describe('a frame of the video', () => {
  test('of the original, before there is a job, and of the best rendition after it', { timeout: 90_000 }, async () => {
    const { id, s3Key } = await newVideo()
    expect((await detailsOf(id)).thumbnailUrl).toBeNull()
    for (const [time, colour] of [
      [0, 'red'],
      [1.5, 'green'],
      [3, 'blue'],
    ] as const) {
      const { status, body } = await choose(id, time)
      const video = body['video'] as VideoDetails
      expect([status, video.hasChosenThumbnail, await colourAt(video.thumbnailUrl)]).toEqual([200, true, colour])
      expect(await colourAt(video.cardUrl)).toBe(colour)
      await expectCard(video.cardUrl, 'image/webp')
    }
    expect((await call('POST /jobs', owner, { inputSource: s3Key, outputFormats: ['480p'], visibility: 'public' })).status).toBe(201)
    expect(await ended(site, id)).toBe('COMPLETED')
    // The job has made a thumbnail of its own.
    expect(await colourAt((await detailsOf(id, undefined)).thumbnailUrl)).toBe('blue')
    // Without the original only the rendition is left to take a frame of.
    await site.sql.query('update videos set original_key = null where id = $1', [id])
    for (const [time, colour] of [
      [0, 'red'],
      [0.9, 'red'],
      [1, 'green'],
      [2.95, 'blue'],
      [3, 'blue'],
    ] as const) {
      const { status, body } = await choose(id, time)
      expect([time, status, await colourAt((body['video'] as VideoDetails).thumbnailUrl)]).toEqual([time, 200, colour])
    }
    const { body } = await call(`DELETE /gallery/videos/${id}/thumbnail`, owner)
    const video = body['video'] as VideoDetails
    expect(video.hasChosenThumbnail).toBe(false)
    const automatic = await fetch(String(video.thumbnailUrl))
    expect(automatic.status).toBe(200)
    const { rows } = await site.sql.query(`select id from assets where job_id = $1 and asset_type = 'THUMBNAIL'`, [id])
    expect(automatic.headers.get('etag')).toBe(`"${rows[0].id}"`)
    await expectCard(video.cardUrl, 'image/webp')
    // A job of an earlier version made none, and a change of the video ends what is cached.
    await site.sql.query(`update assets set details = '{}' where id = $1`, [rows[0].id])
    await call(`PATCH /gallery/videos/${id}`, owner, { title: 'Another title' })
    await vi.waitFor(() => expectCard(video.cardUrl, 'image/jpeg'))
  })

  const expectCard = async (address: string | null, type: string) => {
    const card = await fetch(String(address))
    expect([card.status, card.headers.get('content-type')]).toEqual([200, type])
  }

  test.each([
    [99, 400, 'The video ends before this position.'],
    [-1, 400, 'The field "time" must be at least 0.'],
    ['1', 400, 'The field "time" must be a number.'],
    [undefined, 400, 'The field "time" is missing.'],
  ])('is refused at %s', async (time, status, message) => {
    const { id } = await newVideo()
    const answer = await call(`POST /gallery/videos/${id}/thumbnail`, owner, { time })
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  test('is refused while there is nothing to take it of', async () => {
    const { id } = await newVideo()
    await site.sql.query('update videos set original_key = null where id = $1', [id])
    const { status, body } = await choose(id, 1)
    expect([status, body.code, body.message]).toEqual([409, 'CONFLICT', expect.stringContaining('no picture yet')])
  })

  test('a request without content is refused', async () => {
    const { id } = await newVideo()
    const { status, body } = await call(`POST /gallery/videos/${id}/thumbnail`, owner)
    expect([status, body.message]).toEqual([400, 'The request has no content.'])
  })
})

describe('an uploaded picture', () => {
  test.each(['jpg', 'png', 'webp'])('of the type %s becomes a JPEG', async (type) => {
    const { id } = await newVideo()
    const { status, video } = await send(id, await picture(type, 'yellow', '2000x1000'), type === 'jpg' ? 'image/jpeg' : `image/${type}`)
    expect([status, await colourAt(video.thumbnailUrl)]).toEqual([200, 'yellow'])
    const answer = await fetch(String(video.thumbnailUrl))
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(await filesOf(id)).toEqual([expect.stringContaining('/card.webp'), expect.stringContaining('/thumbnail.jpg')])
    const card = await fetch(String(video.cardUrl))
    expect([card.headers.get('content-type'), await colourAt(video.cardUrl)]).toEqual(['image/webp', 'yellow'])
    expect(await sizeOf(new Uint8Array(await card.arrayBuffer()))).toBe('640,320')
  })

  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array | string, number, string]>([
    ['an MP4', 'image/jpeg', () => clip, 415, 'The file is not a JPEG, PNG or WebP picture.'],
    ['a playlist', 'image/png', () => '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n', 415, 'The file is not a JPEG, PNG or WebP picture.'],
    ['an SVG under another type', 'image/png', () => '<svg/>', 415, 'The file is not a JPEG, PNG or WebP picture.'],
    ['an SVG', 'image/svg+xml', () => '<svg/>', 415, 'Send JSON, or a file of one of these types: image/jpeg, image/png, image/webp.'],
    ['text', 'text/plain', () => 'hello', 415, 'Send JSON, or a file of one of these types: image/jpeg, image/png, image/webp.'],
    ['nothing', 'image/png', () => '', 400, 'The picture is empty.'],
    ['half a PNG', 'image/png', () => yellow.subarray(0, 30), 400, 'The picture is damaged and cannot be read.'],
    ['20000 x 20000', 'image/png', bomb, 400, 'The picture is too large. Use one with at most 50 megapixels.'],
    [
      '11 MB',
      'image/png',
      () => Buffer.concat([yellow, Buffer.alloc(11_000_000)]),
      413,
      'The picture is larger than 10 MB. Choose a smaller one.',
    ],
  ])('is refused: %s', async (_what, type, content, status, message) => {
    const { id } = await newVideo()
    const answer = await send(id, await content(), type)
    expect([answer.status, answer.message]).toEqual([status, message])
    expect([await rowOf(id), await filesOf(id)]).toMatchObject([{ thumbnail_key: null, thumbnail_version: 0 }, []])
    expect((await filesBelow(join(site.product.dataDir, 'scratch'))).filter(({ path }) => path.includes('picture'))).toEqual([])
  })

  test('that says less than it sends is refused too', async () => {
    const { id } = await newVideo()
    async function* endless() {
      for (let sent = 0; sent < 40; sent += 1) yield sent === 0 ? yellow : Buffer.alloc(500_000)
    }
    const answer = await fetch(`${site.product.url}/prod/api/gallery/videos/${id}/thumbnail`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', authorization: `Bearer ${owner.tokens.idToken}` },
      body: endless(),
      duplex: 'half',
    } as RequestInit).catch((error: Error) => error)
    // A client that is still sending may miss the answer.
    if (answer instanceof Response) expect(answer.status).toBe(413)
    expect((await rowOf(id)).thumbnail_key).toBeNull()
  })
})

test('a client that leaves while it sends a picture leaves nothing behind', async () => {
  const { id } = await newVideo()
  const pictures = async () => (await readdir(join(site.product.dataDir, 'scratch'))).filter((name) => name.startsWith('picture-'))
  const leaving = request(`${site.product.url}/prod/api/gallery/videos/${id}/thumbnail`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', 'content-length': 100_000, authorization: `Bearer ${owner.tokens.idToken}` },
  })
  leaving.on('error', () => {})
  leaving.write(yellow)
  await expect.poll(pictures).toHaveLength(1)
  leaving.destroy()
  await expect.poll(pictures).toEqual([])
  expect((await send(id, yellow)).status).toBe(200)
})

/** The header of a PNG with another size; ffmpeg refuses it before it looks at checksums. */
async function bomb(): Promise<Uint8Array> {
  const huge = Buffer.from(yellow)
  huge.writeUInt32BE(20_000, 16)
  huge.writeUInt32BE(20_000, 20)
  const { crc32 } = await import('node:zlib')
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29)
  return huge
}

test('only the owner and admins may choose; to others a private video does not exist', async () => {
  const { id } = await newVideo()
  const { id: hidden } = await newVideo('private')
  const tries = async (video: string, who: Who) => [
    (await choose(video, 1, who)).status,
    (await send(video, yellow, 'image/png', who)).status,
    (await call(`DELETE /gallery/videos/${video}/thumbnail`, who)).status,
  ]
  const nobody = async (video: string) => [
    (await site.product.call(`POST /gallery/videos/${video}/thumbnail`, { body: { time: 1 } })).status,
    (await site.product.call(`DELETE /gallery/videos/${video}/thumbnail`)).status,
  ]
  expect([await tries(id, stranger), await tries(hidden, stranger)]).toEqual([
    [403, 403, 403],
    [404, 404, 404],
  ])
  expect([await nobody(id), await nobody(hidden)]).toEqual([
    [401, 401],
    [401, 401],
  ])
  expect((await site.asAdmin(`POST /gallery/videos/${hidden}/thumbnail`, { time: 1 })).status).toBe(200)
  // The thumbnail is as private as its video.
  const { thumbnailUrl } = await detailsOf(hidden)
  expect((await fetch(String(thumbnailUrl))).status).toBe(200)
  for (const name of ['thumbnail.jpg', 'card.webp'])
    expect((await fetch(`${site.product.url}/media/${hidden}/public/${name}?v=1`)).status).toBe(404)
})

test('every address of the thumbnail changes with it, and only the current one may be stored for long', async () => {
  const { id } = await newVideo()
  const first = (await send(id, yellow)).video.thumbnailUrl ?? ''
  const caching = async (address: string) => (await fetch(address)).headers.get('cache-control')
  expect([new URL(first).search, await caching(first)]).toEqual(['?v=1', expect.stringContaining('immutable')])
  const second = ((await choose(id, 0)).body['video'] as VideoDetails).thumbnailUrl ?? ''
  expect([new URL(second).search, await colourAt(second), await caching(second)]).toEqual([
    '?v=2',
    'red',
    expect.stringContaining('immutable'),
  ])
  for (const outdated of [first, second.replace('?v=2', '')]) {
    expect([await colourAt(outdated), await caching(outdated)]).toEqual(['red', 'public, max-age=60'])
  }
  const list = await call('GET /gallery/videos?limit=100', undefined)
  const oembed = await call(`GET /oembed?url=${encodeURIComponent(`${new URL(second).origin}/video/${id}`)}`, undefined)
  expect(JSON.stringify(list.body)).toContain(`${id}/public/thumbnail.jpg?v=2`)
  expect(oembed.body['thumbnail_url']).toBe(second)
})

test('a process that has not heard of a change yet reads the row again for a newer address', async () => {
  const { id } = await newVideo()
  await send(id, yellow)
  const { db, close } = await databaseAt(site.product.databaseUrl)
  onTestFinished(close)
  const kept = new Map<string, Promise<MediaFile | undefined>>()
  const find = createMediaFiles({
    db,
    storage: { get: async () => undefined },
    grants: createGrants('secret'),
    readLive: async () => undefined,
    cached: (key, make) => kept.get(key) ?? kept.set(key, make()).get(key) ?? make(),
  })
  const versionOf = async (requested: number) => {
    const file = await find(id, 'public', 'thumbnail.jpg', requested)
    return file?.kind === 'stored' ? file.version : undefined
  }
  expect(await versionOf(1)).toBe(1)
  await choose(id, 0)
  expect([await versionOf(1), await versionOf(2)]).toEqual([1, 2])
})

test('it survives a failed job and its retry', { timeout: 90_000 }, async () => {
  const { id, s3Key } = await newVideo()
  await send(id, yellow)
  await site.sql.query(
    `insert into jobs (id, user_id, input_source, output_formats, status, finished_at, queued_at)
     values ($1, $2, $3, '{480p}', 'FAILED', now(), now())`,
    [id, owner.user.id, s3Key],
  )
  expect((await call(`POST /jobs/${id}/retry`, owner)).status).toBe(200)
  expect(await ended(site, id)).toBe('COMPLETED')
  const { body } = await call(`GET /jobs/${id}`, owner)
  const { thumbnail_url } = body['job'] as Job
  expect([thumbnail_url, await colourAt(site.product.url + thumbnail_url)]).toEqual([expect.stringContaining('?v=1'), 'yellow'])
  // Who saves the files of the job gets what the job made.
  const assets = (await call(`GET /jobs/${id}/assets`, owner)).body['assets'] as { id: string; asset_type: string; file_size: number }[]
  const made = assets.find(({ asset_type }) => asset_type === 'THUMBNAIL')
  const { body: download } = await call(`GET /jobs/${id}/assets/${made?.id}/download`, owner)
  expect((await (await fetch(String(download['downloadUrl']))).arrayBuffer()).byteLength).toBe(made?.file_size)
})

describe('its file', () => {
  const counters = () => readCounters(site, owner.user.id, 'CHOSEN_THUMBNAIL')

  test('counts towards the storage of its owner until it is replaced or deleted with its video', { timeout: 60_000 }, async () => {
    const before = await counters()
    const { id } = await newVideo()
    await send(id, yellow)
    const [first = ''] = await filesOf(id)
    await choose(id, 1.5)
    const { bytes } = await rowOf(id)
    const after = await counters()
    expect(after['owner'].bytes - before['owner'].bytes).toBe(clip.length + bytes)
    expect(after['kind'].bytes - (before['kind']?.bytes ?? 0)).toBe(bytes)
    await site.sql.query('select recount_tallies()')
    expect(await counters()).toEqual(after)
    const later = expect.not.stringContaining(dirname(first))
    await vi.waitFor(async () => expect(await filesOf(id)).toEqual([later, later]), { timeout: 20_000 })
    expect(await colourAt((await detailsOf(id)).thumbnailUrl)).toBe('green')
    await call(`DELETE /gallery/videos/${id}`, owner)
    await call(`DELETE /trash/${id}`, owner)
    expect(await counters()).toEqual({
      ...before,
      kind: { ...after['kind'], count: before['kind']?.count ?? 0, bytes: before['kind']?.bytes ?? 0 },
    })
    await vi.waitFor(async () => expect(await filesOf(id)).toEqual([]), { timeout: 20_000 })
  })

  test('is not stored when the storage of its owner is full', async () => {
    const { id } = await newVideo()
    await site.sql.query('update users set quota_bytes = 1 where id = $1', [owner.user.id])
    const { status, code } = await send(id, yellow)
    await site.sql.query('update users set quota_bytes = null where id = $1', [owner.user.id])
    expect([status, code, await filesOf(id)]).toEqual([409, 'QUOTA_REACHED', []])
  })

  test('is kept by the clean-up, which removes one that a killed process has left', async () => {
    const { id } = await newVideo()
    await send(id, yellow)
    const kept = await filesOf(id)
    const [one = ''] = kept
    const objects = join(site.product.dataDir, 'storage', 'objects')
    const stray = join(dirname(one), 'stray.jpg')
    await writeFile(join(objects, stray), await readFile(join(objects, one)))
    const old = new Date(Date.now() - 2 * 3_600_000)
    for (const path of [...kept, stray]) await utimes(join(objects, path), old, old)
    await site.asAdmin('POST /admin/storage/optimize', {})
    expect(await filesOf(id)).toEqual(kept)
    expect((await site.sql.query('select key from unfinished_files')).rows).toEqual([])
  })

  test('many choices at once leave one', { timeout: 60_000 }, async () => {
    const { id } = await newVideo()
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(id, yellow)))
    for (const { status } of answers) expect([200, 429, 503]).toContain(status)
    const { thumbnail_key, thumbnail_version } = await rowOf(id)
    expect(thumbnail_version).toBe(answers.filter(({ status }) => status === 200).length)
    const left = expect.stringContaining(basename(dirname(thumbnail_key)))
    await vi.waitFor(async () => expect(await filesOf(id)).toEqual([left, left]), { timeout: 20_000 })
  })
})
