import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Output } from '@video-forge/contract/endpoints'
import type { Segment } from '@video-forge/media/planning/part-plan'
import { findFfmpeg } from '@video-forge/media/run/ffmpeg/find-ffmpeg'
import { openMediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { probeFile } from '@video-forge/media/run/inspect/probe-file'
import { Client } from 'pg'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clipFile } from '../../../testing/media/clips.ts'
import { newUser, type Session } from '../../../testing/people.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'
import { newId } from '../../platform/database/new-id.ts'

// No worker runs: the tests write what one would have stored.
const { product, mailbox } = await startProductWithMail({ ROLE: 'api' })
const owner = await newUser(product, mailbox)
const stranger = await newUser(product, mailbox)
const database = new Client({ connectionString: product.databaseUrl })
await database.connect()
afterAll(() => database.end())

const mediaTools = await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
const clip = join(product.dataDir, 'clip.avi')
const second = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25:duration=1']
await writeFile(clip, await clipFile('clip.avi', { args: second, times: 19 }))
const facts = await probeFile(mediaTools, clip, AbortSignal.timeout(60_000))
await rm(clip)
const recipe = { version: 3, facts, formats: ['720p', '480p'], machine: mediaTools.machine }
const copyable = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '40', '-pix_fmt', 'yuv420p']
await writeFile(clip, await clipFile('copied.mkv', { args: [...second, ...copyable], times: 19 }))
const copiedFacts = await probeFile(mediaTools, clip, AbortSignal.timeout(60_000))
await rm(clip)
const split = '0b0e7a52-6a3c-4d10-9c65-8a9f5a1f3c77'

let id: string
beforeEach(async () => {
  id = newId()
  await database.query(
    `insert into videos (id, user_id, title, visibility, status, duration, lacks_pictures) values ($1, $2, 'Growing', 'public', 'ready', 20, true)`,
    [id, owner.user.id],
  )
  await database.query(
    `insert into jobs (id, user_id, input_source, output_formats, status) values ($1, $2, 'https://example.com/a.avi', '{720p,480p}', 'PROCESSING')`,
    [id, owner.user.id],
  )
  await database.query(`insert into job_splits (job_id, folder, recipe, has_audio) values ($1, $2, $3, true)`, [id, folder(), recipe])
  await addPart(0, 'audio')
  await addPart(1, 'segment', { from: 0, to: 250, frames: 250, formats: ['480p'] })
  await addPart(2, 'segment', { from: 250, to: undefined, frames: 250, formats: ['480p'] })
  await addPart(3, 'extras')
  await addPart(4, 'segment', { from: 0, to: undefined, frames: 500, formats: ['720p'] })
})

const folder = () => `videos/${id}/parts-${split}/`
const addPart = (number: number, kind: string, segment?: Segment) =>
  database.query(`insert into job_parts (job_id, number, kind, stretch, weight, state) values ($1, $2, $3, $4, 1, 'working')`, [
    id,
    number,
    kind,
    segment ? JSON.stringify(segment) : null,
  ])

const head = 'HEAD'
async function storeChunk(name: string, codec: string, seconds: number) {
  const key = `${folder()}${name}.mp4`
  const path = join(product.dataDir, 'storage/objects', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${head}fragment of ${name}`)
  return { key, headBytes: head.length, bytes: head.length + `fragment of ${name}`.length, seconds, codec }
}

async function saveCheckpoint(part: number, format: string, from: number, to: number | undefined, seconds: number): Promise<void> {
  const chunk = { ...(await storeChunk(`${format}-${from}`, 'avc1.64001e', seconds)), format }
  await database.query(`update job_parts set pieces = pieces || $3::jsonb where job_id = $1 and number = $2`, [
    id,
    part,
    JSON.stringify([{ from, to, frames: 1, keys: [chunk] }]),
  ])
}

async function saveAudio(number: number, seconds: number): Promise<void> {
  const chunk = await storeChunk(`audio-${number}`, 'mp4a.40.2', seconds)
  await database.query(`update job_splits set audio = audio || $2::jsonb where job_id = $1`, [id, JSON.stringify([chunk])])
}

type Stream = Output<'GET /gallery/videos/{id}/stream'>
const streamFor = async (who?: Session, query = '') => {
  const { status, body } = await product.call(`GET /gallery/videos/${id}/stream${query}`, who ? { token: who.tokens.idToken } : {})
  return { ...(body as unknown as Stream), status }
}
const text = async (address: string) => (await fetch(address)).text()
const statusOf = async (address: string) => (await fetch(address)).status
/** What was read a moment ago is used again. */
const untilRead = (check: () => Promise<void>) => vi.waitFor(check, { interval: 50 })
const next = (address: string, name: string) => new URL(name, address).href
const namesIn = (playlist: string, pattern: RegExp) => playlist.split('\n').filter((line) => pattern.test(line))

describe('a video that is being encoded', () => {
  test('can be watched as far as pictures and audio reach', async () => {
    await saveCheckpoint(1, '480p', 0, 50, 2)
    expect((await streamFor()).status).toBe(409)
    await saveAudio(0, 1)
    await untilRead(async () => {
      const { stream, qualities, liveUrl, hlsUrl, streamUrl } = await streamFor()
      expect(stream).toMatchObject({
        live: true,
        playableSeconds: 1,
        quality: '480p',
        duration: 20,
        mimeType: 'application/vnd.apple.mpegurl',
      })
      expect(qualities).toEqual([{ quality: '480p', resolution: '854x480', size: 0, playableSeconds: 1 }])
      expect([liveUrl, hlsUrl, streamUrl].map((url) => url?.split('/').at(-1))).toEqual(['live.m3u8', 'master.m3u8', '480p.m3u8'])
    })
    await saveAudio(1, 5)
    await saveAudio(2, 5)
    await saveCheckpoint(1, '480p', 50, 150, 4)
    await untilRead(async () => expect((await streamFor()).stream.playableSeconds).toBe(6))
    const audio = await text(next(String((await streamFor()).hlsUrl), `live-${split}-audio.m3u8`))
    // It is listed only as far as pictures reach.
    expect(namesIn(audio, /mp4$/)).toHaveLength(2)
  })

  test('is played instead of an original that a browser cannot play', async () => {
    await database.query(`update videos set original_key = $2, original_mime = 'video/mp4', shared_key = $2 where id = $1`, [id, 'a/b.mp4'])
    const played = async (query: string) => (await streamFor(undefined, query)).stream
    expect((await streamFor(undefined, '?original=false')).status).toBe(409)
    await saveCheckpoint(1, '480p', 0, 50, 2)
    await saveAudio(0, 2)
    await untilRead(async () => expect(await played('?original=false')).toMatchObject({ quality: '480p', live: true, playableSeconds: 2 }))
    expect((await streamFor(undefined, '?original=false')).qualities.map(({ quality }) => quality)).toEqual(['480p', 'original'])
    expect(await played('')).toMatchObject({ quality: 'original', live: false })
  })

  test('waits for no audio after the end of it, nor for pictures after theirs', async () => {
    await saveCheckpoint(1, '480p', 0, 250, 10)
    await saveAudio(0, 8)
    const playable = async () => (await streamFor()).stream.playableSeconds
    await untilRead(async () => expect(await playable()).toBe(8))
    await database.query(`update job_parts set state = 'done' where job_id = $1 and kind = 'audio'`, [id])
    await untilRead(async () => expect(await playable()).toBe(10))
    const playlist = await text(next(String((await streamFor()).hlsUrl), `live-${split}-audio.m3u8`))
    expect(playlist).toContain('#EXT-X-ENDLIST')
    await saveCheckpoint(2, '480p', 250, undefined, 7)
    await untilRead(async () => expect(await playable()).toBe(17))
    await saveAudio(1, 12)
    await untilRead(async () => expect(await playable()).toBe(20))
  })

  test('says that a quality is complete while others are being encoded, and plays it as before', async () => {
    await saveCheckpoint(1, '480p', 0, 250, 10)
    await saveCheckpoint(2, '480p', 250, undefined, 10)
    await saveCheckpoint(4, '720p', 0, 50, 2)
    await saveAudio(0, 20)
    await untilRead(async () => {
      const { stream, qualities } = await streamFor()
      // Audio may follow.
      expect([stream.playableSeconds, ...qualities.map(({ playableSeconds }) => playableSeconds)]).toEqual([2, 2, 20])
    })
    await database.query(`update job_parts set state = 'done' where job_id = $1 and kind = 'audio'`, [id])
    await untilRead(async () => {
      const { stream, qualities, streamUrl } = await streamFor(undefined, '?quality=480p')
      expect(qualities.map(({ playableSeconds }) => playableSeconds)).toEqual([2, null])
      expect(stream).toMatchObject({ quality: '480p', live: true, playableSeconds: 20 })
      expect(streamUrl.split('/').at(-1)).toBe('480p.m3u8')
    })
  })

  test('lists what can be played, and for the web player all that is planned', async () => {
    await saveCheckpoint(1, '480p', 0, 50, 2)
    await saveAudio(0, 1)
    const { hlsUrl, liveUrl, streamUrl } = await streamFor()
    const formats = (playlist: string) => namesIn(playlist, /^live-/).map((name) => name.split('-').at(-1))
    expect(formats(await text(String(hlsUrl)))).toEqual(['480p.m3u8'])
    expect(formats(await text(streamUrl))).toEqual(['480p.m3u8'])
    expect(formats(await text(String(liveUrl)))).toEqual(['720p.m3u8', '480p.m3u8'])
    expect(await text(String(hlsUrl))).toContain(`CODECS="avc1.64001e,mp4a.40.2",AUDIO="audio"`)
    expect((await fetch(String(hlsUrl))).headers.get('cache-control')).toBe('no-store')
  })

  test('has playlists that grow up to the first gap, and chunks that can be fetched', async () => {
    await saveCheckpoint(1, '480p', 0, 50, 2)
    await saveAudio(0, 1)
    // The end is there before the middle.
    await saveCheckpoint(2, '480p', 250, 300, 2)
    const { hlsUrl } = await streamFor()
    const address = next(String(hlsUrl), `live-${split}-480p.m3u8`)
    const before = await text(address)
    expect(namesIn(before, /mp4$/)).toHaveLength(1)
    expect(before).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(before).not.toContain('ENDLIST')
    const chunk = next(address, `live-${split}-480p-0.mp4`)
    expect(before).toContain(`#EXT-X-MAP:URI="live-${split}-480p-0.mp4",BYTERANGE="4@0"`)
    expect(await (await fetch(chunk, { headers: { range: 'bytes=4-' } })).text()).toBe('fragment of 480p-0')
    const nextChunk = next(address, `live-${split}-480p-1.mp4`)
    expect(await statusOf(nextChunk)).toBe(404)

    await saveCheckpoint(1, '480p', 50, 250, 8)
    await untilRead(async () => expect(namesIn(await text(address), /mp4$/)).toHaveLength(3))
    expect(await text(nextChunk)).toBe('HEADfragment of 480p-50')
    await saveCheckpoint(2, '480p', 300, undefined, 8)
    await untilRead(async () => expect(await text(address)).toContain('#EXT-X-ENDLIST'))
  })

  test('keeps its chunks for those who watch when the job is completed, and not when it is cancelled', async () => {
    await saveCheckpoint(1, '480p', 0, 50, 2)
    await saveAudio(0, 1)
    const { hlsUrl } = await streamFor()
    const address = next(String(hlsUrl), `live-${split}-480p.m3u8`)
    await database.query(`update jobs set status = 'COMPLETED', finished_at = now() where id = $1`, [id])
    await untilRead(async () => expect(await text(address)).toContain('#EXT-X-ENDLIST'))
    expect((await streamFor()).liveUrl ?? null).toBeNull()
    expect(await statusOf(next(address, `live-${split}-480p-0.mp4`))).toBe(200)

    await database.query(`update jobs set status = 'PROCESSING' where id = $1`, [id])
    await untilRead(async () => expect(await statusOf(address)).toBe(404))
    const { rows } = await database.query('select status from videos where id = $1', [id])
    expect(rows[0].status).toBe('processing')
  })

  test('is gone with a cancelled job', async () => {
    await saveCheckpoint(1, '480p', 0, 50, 2)
    await saveAudio(0, 1)
    const { hlsUrl } = await streamFor()
    await database.query(`update jobs set status = 'CANCELLED' where id = $1`, [id])
    expect((await streamFor()).status).toBe(409)
    await untilRead(async () => expect(await statusOf(String(hlsUrl))).toBe(404))
    const { rows } = await database.query('select status, lacks_pictures from videos where id = $1', [id])
    expect(rows[0]).toEqual({ status: 'failed', lacks_pictures: false })
    const discarded = await database.query('select from discarded_files where prefix = $1', [folder()])
    expect(discarded.rowCount).toBe(1)
  })

  test('has a copied format as soon as it is copied, as its pictures alone', async () => {
    await database.query('update job_splits set recipe = $2 where job_id = $1', [id, { ...recipe, facts: copiedFacts }])
    await saveAudio(0, 3)
    const [leads, file] = ['leads', 'video-720p.mp4'].map((name) => `${folder()}5-1/${name}`)
    const store = async (key: string, content: string) => {
      const path = join(product.dataDir, 'storage/objects', key)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
      return path
    }
    const leadsPath = await store(String(leads), 'HEAD(one)(two)')
    await store(String(file), 'index first-pictures sound second-pictures sound')
    expect((await streamFor()).status).toBe(409)
    const chunks = [
      { lead: { from: 4, bytes: 5 }, data: { from: 6, bytes: 14 }, seconds: 10 },
      { lead: { from: 9, bytes: 5 }, data: { from: 27, bytes: 15 }, seconds: 10 },
    ]
    const copies = [{ format: '720p', key: file, leadsKey: leads, headBytes: 4, codec: 'avc1.64001f', chunks }]
    await addPart(5, 'copy')
    await database.query(`update job_parts set state = 'done', outcome = $2 where job_id = $1 and kind = 'copy'`, [
      id,
      JSON.stringify({ files: [], copies, ssim: [], frames: 0, cpuSeconds: 0, decodeErrors: 0 }),
    ])
    await untilRead(async () => {
      expect((await streamFor()).qualities).toEqual([{ quality: '720p', resolution: '1280x720', size: 0, playableSeconds: 3 }])
    })
    const { hlsUrl } = await streamFor()
    expect(namesIn(await text(String(hlsUrl)), /^live-|AUDIO="audio"/)).toEqual([
      expect.stringContaining('CODECS="avc1.64001f,mp4a.40.2",AUDIO="audio"'),
      `live-${split}-720p.m3u8`,
    ])
    const playlist = (await text(next(String(hlsUrl), `live-${split}-720p.m3u8`))).split('\n')
    expect(playlist).toContain(`#EXT-X-MAP:URI="live-${split}-720p-0.mp4",BYTERANGE="4@0"`)
    expect(playlist).toEqual(expect.arrayContaining(['#EXT-X-BYTERANGE:19@4', '#EXT-X-BYTERANGE:20@4', '#EXT-X-ENDLIST']))
    const chunk = next(String(hlsUrl), `live-${split}-720p-1.mp4`)
    const part = async (range: string, more: RequestInit = {}) => {
      const answer = await fetch(chunk, { ...more, headers: { ...more.headers, range } })
      return [answer.status, await answer.text(), answer.headers.get('content-range'), answer.headers.get('content-length')]
    }
    expect(await text(chunk)).toBe('HEAD(two)second-pictures')
    expect(await part('bytes=4-')).toEqual([206, '(two)second-pictures', 'bytes 4-23/24', '20'])
    expect(await part('bytes=2-10')).toEqual([206, 'AD(two)se', 'bytes 2-10/24', '9'])
    expect(await part('bytes=-8')).toEqual([206, 'pictures', 'bytes 16-23/24', '8'])
    expect((await part('bytes=24-'))[0]).toBe(416)
    expect(await part('bytes=4-', { method: 'HEAD' })).toEqual([206, '', 'bytes 4-23/24', '20'])
    const { headers } = await fetch(chunk)
    expect((await fetch(chunk, { headers: { 'if-none-match': String(headers.get('etag')) } })).status).toBe(304)
    expect(await statusOf(next(String(hlsUrl), `live-${split}-720p-2.mp4`))).toBe(404)
    await database.query(`update videos set visibility = 'private' where id = $1`, [id])
    expect(await statusOf(chunk)).toBe(404)
    await database.query(`update videos set visibility = 'public' where id = $1`, [id])
    await rm(leadsPath)
    expect([await statusOf(chunk), (await part('bytes=4-'))[0]]).toEqual([404, 404])
  })

  test('shows its pictures as soon as they are made', async () => {
    await saveCheckpoint(1, '480p', 0, 50, 2)
    await saveAudio(0, 1)
    const video = async () => (await product.call(`GET /gallery/videos/${id}`)).body['video'] as { thumbnailUrl: string | null }
    expect((await video()).thumbnailUrl).toBeNull()
    const { key } = await storeChunk('thumbnail', '', 0)
    await database.query(`update job_parts set state = 'done', outcome = $2 where job_id = $1 and kind = 'extras'`, [
      id,
      JSON.stringify({ files: [{ name: 'thumbnail.jpg', key }], ssim: [], frames: 0, cpuSeconds: 0, decodeErrors: 0 }),
    ])
    await database.query('update videos set lacks_pictures = false where id = $1', [id])
    const picture = await fetch(String((await video()).thumbnailUrl))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })
})

describe('a private video that is being encoded', () => {
  beforeEach(async () => {
    await database.query(`update videos set visibility = 'private' where id = $1`, [id])
    await saveCheckpoint(1, '480p', 0, 50, 2)
    await saveAudio(0, 1)
  })

  const addresses = (hlsUrl: string) =>
    ['master.m3u8', 'live.m3u8', '480p.m3u8', `live-${split}-480p.m3u8`, `live-${split}-audio.m3u8`, `live-${split}-480p-0.mp4`].map(
      (name) => next(hlsUrl, name),
    )

  test('is there for its owner and nobody else', async () => {
    const { hlsUrl } = await streamFor(owner)
    for (const address of addresses(String(hlsUrl))) {
      expect(await statusOf(address)).toBe(200)
      expect(await statusOf(address.replace(/\/media\/([^/]+)\/[^/]+\//, '/media/$1/public/'))).toBe(404)
    }
    for (const who of [undefined, stranger]) expect((await streamFor(who)).status).toBe(404)
  })

  test('is there for a share link until it is revoked', async () => {
    const { body } = await product.call(`POST /gallery/videos/${id}/links`, { token: owner.tokens.idToken, body: {} })
    const link = body['link'] as { id: string; url: string }
    const secret = new URL(link.url).searchParams.get('link')
    const { hlsUrl } = await streamFor(undefined, `?link=${secret}`)
    for (const address of addresses(String(hlsUrl))) expect(await statusOf(address)).toBe(200)
    await product.call(`DELETE /gallery/videos/${id}/links/${link.id}`, { token: owner.tokens.idToken })
    for (const address of addresses(String(hlsUrl))) expect(await statusOf(address)).toBe(404)
  })
})

test('one with a password is there for those who typed it, until that changes', async () => {
  await saveCheckpoint(1, '480p', 0, 50, 2)
  await saveAudio(0, 1)
  const change = (password: string) => product.call(`PATCH /gallery/videos/${id}`, { token: owner.tokens.idToken, body: { password } })
  const names = ['master.m3u8', 'live.m3u8', '480p.m3u8', `live-${split}-480p.m3u8`, `live-${split}-audio.m3u8`, `live-${split}-480p-0.mp4`]
  const statuses = async (hlsUrl: string) => new Set(await Promise.all(names.map((name) => statusOf(next(hlsUrl, name)))))
  const publicUrl = `${product.url}/media/${id}/public/master.m3u8`
  expect(await statuses(publicUrl)).toEqual(new Set([200]))
  await change('open sesame')
  expect([(await streamFor()).status, await statuses(publicUrl)]).toEqual([401, new Set([401])])
  const { body } = await product.call(`POST /gallery/videos/${id}/unlock`, { body: { password: 'open sesame' } })
  const { hlsUrl } = await streamFor(undefined, `?grant=${body['grant']}`)
  expect(await statuses(String(hlsUrl))).toEqual(new Set([200]))
  await change('another password')
  expect(await statuses(String(hlsUrl))).toEqual(new Set([401]))
})

test('the new file of a video is not watched before it is published', async () => {
  await saveCheckpoint(1, '480p', 0, 50, 2)
  await saveAudio(0, 1)
  await database.query(
    `insert into replacements (video_id, user_id, upload_key, original_key, original_name, bytes, duration, width, height, video_codec)
     values ($1, $2, 'uploads/a/b', 'videos/a/b', 'b', 1, 20, 8, 8, 'h264')`,
    [id, owner.user.id],
  )
  expect((await streamFor(owner)).status).toBe(409)
  expect(await statusOf(`${product.url}/media/${id}/public/live.m3u8`)).toBe(404)
  await database.query('delete from replacements where video_id = $1', [id])
  await untilRead(async () => expect(await statusOf(`${product.url}/media/${id}/public/live.m3u8`)).toBe(200))
})
