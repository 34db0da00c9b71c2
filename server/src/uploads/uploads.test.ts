import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, readdir, readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import type { ErrorBody } from '@video-forge/contract/errors'
import type { Video, VideoDetails } from '@video-forge/contract/gallery'
import type { Job, Plan } from '@video-forge/contract/jobs'
import { sentences } from '@video-forge/contract/sentences'
import { Client } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { clipFile, smallClip, soundOnly, unplayableClip, webmClip } from '../../testing/media/clips.ts'
import { newUser, type Session } from '../../testing/people.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'
import { whileWorkerChanges } from '../../testing/services/while-worker-changes.ts'

const maxUploadBytes = 2_000_000

const { product, mailbox } = await startProductWithMail({ MAX_UPLOAD_BYTES: String(maxUploadBytes) })
const owner = await newUser(product, mailbox)
const stranger = await newUser(product, mailbox)
const clip = await clipFile('small.mp4', smallClip)

const call = (key: string, body?: unknown, who: Session = owner) =>
  product.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })

interface Generated {
  uploadUrl: string
  s3Key: string
  resumableUrl: string
  expiresAt: string
}

async function generate(change: object = {}): Promise<Generated> {
  const { status, body } = await call('POST /upload/generate-url', { filename: 'My Clip.mp4', contentType: 'video/mp4', ...change })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Generated
}

const put = (url: string, content: Buffer, contentType = 'video/mp4') =>
  fetch(url, { method: 'PUT', body: new Uint8Array(content), headers: { 'Content-Type': contentType } })

async function upload(content: Buffer, change: object = {}): Promise<string> {
  const { uploadUrl, s3Key } = await generate(change)
  const type = (change as { contentType?: string }).contentType ?? 'video/mp4'
  expect((await put(uploadUrl, content, type)).status).toBe(200)
  return s3Key
}

const filesUnder = async (prefix: string) =>
  (await readdir(join(product.dataDir, 'storage', 'objects'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(prefix))

const patience = { timeout: 60_000, interval: 100 }

const completed = (id: string) =>
  vi.waitFor(async () => expect(((await call(`GET /jobs/${id}`)).body['job'] as Job).status).toBe('COMPLETED'), patience)

const idOf = (s3Key: string) => s3Key.split('/')[1] ?? ''

describe('a plan without a source', () => {
  const file = { duration: 60, width: 1920, height: 1080, videoCodec: 'hevc', frameRate: 30, size: 50_000_000, container: 'mov' }
  test.each<[string, object, number, RegExp]>([
    ['for a described file', { file }, 200, /from a description/],
    ['for a codec with an odd name', { file: { ...file, videoCodec: 'constructor' } }, 200, /from a description/],
    ['of neither', {}, 400, new RegExp(sentences.sourceRequired)],
    ['with impossible sizes', { file: { ...file, width: 16_000, height: 16_000 } }, 400, /resolution/],
    ['with no length', { file: { ...file, duration: 0 } }, 400, /duration/],
    ['with an endless length', { file: { ...file, duration: 1e9 } }, 400, /duration/],
    ['with a codec that is no name', { file: { ...file, videoCodec: 'a b\n' } }, 400, /videoCodec/],
  ])('%s', async (_, body, status, words) => {
    const answer = await call('POST /jobs/plan', { ...body, outputFormats: ['720p'] })
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).toMatch(words)
  })
})

test('descriptions of files are planned so many times a minute for each person', async () => {
  const hurried = await newUser(product, mailbox)
  const file = { duration: 1, width: 640, height: 360, videoCodec: 'h264', frameRate: 30, size: 50_000, container: 'mp4' }
  const plan = async () => (await call('POST /jobs/plan', { file, outputFormats: ['480p'] }, hurried)).status
  const statuses = await Promise.all(Array.from({ length: 70 }, plan))
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

describe('an upload by one PUT', () => {
  test('goes the whole way: address, PUT, metadata, confirmation, plan, job, ready', async () => {
    const { uploadUrl, s3Key, expiresAt } = await generate({ size: clip.length })
    expect(s3Key).toMatch(/^uploads\/[0-9a-f-]{36}\/source\.mp4$/)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    expect((await put(uploadUrl, clip)).status).toBe(200)

    const extracted = await call('POST /metadata/extract', { s3Key })
    expect(extracted.status).toBe(200)
    expect(extracted.body['metadata']).toMatchObject({
      width: 640,
      height: 360,
      resolution: '640x360',
      videoCodec: 'h264',
      audioCodec: 'aac',
      frameRate: 10,
      size: clip.length,
      container: 'mp4',
      rotation: 0,
      hdr: false,
    })

    const confirmed = await call('POST /upload/confirm', { s3Key, title: 'First', description: 'Of all', visibility: 'private' })
    expect(confirmed.status).toBe(201)
    const video = confirmed.body['video'] as Video
    expect(video).toMatchObject({ id: idOf(s3Key), title: 'First', description: 'Of all', visibility: 'private', status: 'uploaded' })

    const { body } = await call('POST /jobs/plan', { inputSource: s3Key, outputFormats: ['720p', '480p'] })
    expect((body['plan'] as Plan).formats.map(({ format, action }) => [format, action])).toEqual([
      ['720p', 'skip'],
      ['480p', expect.stringMatching(/copy|encode/)],
    ])
    // A client that only describes the file gets the same, with a note that something may differ.
    const { body: planned } = await call('POST /jobs/plan', { file: extracted.body['metadata'], outputFormats: ['720p', '480p'] })
    const { formats, notes } = planned['plan'] as Plan
    expect(formats.map(({ action }) => action)).toEqual((body['plan'] as Plan).formats.map(({ action }) => action))
    expect(notes.at(-1)).toContain('from a description')

    const request = { inputSource: s3Key, outputFormats: ['480p'], visibility: 'public', title: 'Renamed', description: 'Anew' }
    const made = await call('POST /jobs', request)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body['job']).toMatchObject({
      id: video.id,
      title: 'Renamed',
      visibility: 'public',
      input_source: s3Key,
      source_name: 'My Clip.mp4',
    })
    expect((await call('POST /jobs', request)).status).toBe(409)
    await completed(video.id)
    const ready = (await product.call(`GET /gallery/videos/${video.id}`)).body['video']
    expect(ready).toMatchObject({ status: 'ready', title: 'Renamed', description: 'Anew' })
  })

  test('is confirmed by the job when nobody did before', async () => {
    const s3Key = await upload(clip)
    const made = await call('POST /jobs', { inputSource: s3Key, outputFormats: ['480p'], visibility: 'private' })
    expect(made.status).toBe(201)
    expect(made.body['job']).toMatchObject({ id: idOf(s3Key), visibility: 'private', title: 'My Clip.mp4' })
  })

  test('is refused a second job while a worker changes the first one', async () => {
    const s3Key = await upload(clip)
    const request = { inputSource: s3Key, outputFormats: ['480p'], title: 'Twice' }
    expect((await call('POST /jobs', request)).status).toBe(201)
    await completed(idOf(s3Key))
    const second = await whileWorkerChanges(product.databaseUrl, idOf(s3Key), () => call('POST /jobs', request))
    expect(second.status).toBe(409)
  })

  test('is confirmed once, however often and however many ask', async () => {
    const s3Key = await upload(clip)
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST /upload/confirm', { s3Key })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => (body['video'] as Video).id))).toEqual(new Set([idOf(s3Key)]))
    expect(await filesUnder(idOf(s3Key))).toHaveLength(1)
  })

  test('is looked at again when another file took its place in between', async () => {
    const { uploadUrl, s3Key } = await generate()
    await put(uploadUrl, clip)
    expect((await call('POST /metadata/extract', { s3Key })).status).toBe(200)
    await put(uploadUrl, Buffer.from('<html>not a video</html>'))
    const { status, body } = await call('POST /upload/confirm', { s3Key })
    expect([status, body.message]).toEqual([415, sentences.uploadWrongType])
    await put(uploadUrl, clip)
    expect((await call('POST /upload/confirm', { s3Key })).status).toBe(201)
  })

  test('cannot be changed through its address once it was confirmed', async () => {
    const { uploadUrl, s3Key } = await generate()
    await put(uploadUrl, clip)
    await call('POST /upload/confirm', { s3Key })
    expect((await put(uploadUrl, Buffer.alloc(1000))).status).toBe(404)
    const stream = await call(`GET /gallery/videos/${idOf(s3Key)}/stream`)
    const bytes = await fetch(String(stream.body['streamUrl']))
    expect(Buffer.from(await bytes.arrayBuffer()).equals(clip)).toBe(true)
  })
})

describe('what is refused', () => {
  test.each([
    ['a type that is none of ours', { contentType: 'image/png' }, 415, sentences.uploadWrongType],
    ['a name that belongs to something else', { filename: 'program.exe' }, 415, sentences.uploadWrongType],
    ['a file that is too large', { size: maxUploadBytes + 1 }, 413, 'File size must be less than 1MB'],
    ['an empty file', { size: 0 }, 400, 'The file is empty.'],
    ['no name', { filename: ' ' }, 400, 'The name of the file is missing.'],
  ])('%s', async (_what, change, status, message) => {
    const body = { filename: 'a.mp4', contentType: 'video/mp4', ...change }
    const answer = await call('POST /upload/generate-url', body)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  test('exactly the limit is taken and one byte more is not, even from somebody who does not say how much it is', async () => {
    const { uploadUrl } = await generate()
    expect((await put(uploadUrl, Buffer.alloc(maxUploadBytes))).status).toBe(200)
    const other = await generate()
    expect((await put(other.uploadUrl, Buffer.alloc(maxUploadBytes + 1))).status).toBe(413)
    expect(await sendChunked(other.uploadUrl, maxUploadBytes + 1)).toBe(413)
    expect(await filesUnder(idOf(other.s3Key))).toEqual([])
    expect(await sendChunked(other.uploadUrl, maxUploadBytes)).toBe(200)
  })

  test.each([
    ['text that says it is a video', () => Buffer.from('Not a video at all. '.repeat(100)), 415],
    ['random bytes', () => randomBytes(5000), 415],
    ['nothing', () => Buffer.alloc(0), 400],
  ])('%s, when somebody looks at it', async (_what, content, status) => {
    const s3Key = await upload(content())
    const looked = await call('POST /metadata/extract', { s3Key })
    const confirmed = await call('POST /upload/confirm', { s3Key })
    expect([looked.status, confirmed.status]).toEqual([status, status])
    expect(looked.body.message).not.toContain('/')
  })

  test('sound without a picture, and a file of another kind in disguise', async () => {
    const sound = await call('POST /upload/confirm', { s3Key: await upload(await clipFile('sound.m4a', soundOnly)) })
    expect([sound.status, sound.body.message]).toEqual([400, expect.stringContaining('no picture')])
    const disguised = await call('POST /upload/confirm', { s3Key: await upload(await clipFile('small.flv', smallClip)) })
    expect([disguised.status, disguised.body.message]).toEqual([415, sentences.uploadWrongType])
  })

  test('an upload of somebody else, of nobody, and one that has not arrived', async () => {
    const s3Key = await upload(clip)
    const { s3Key: empty } = await generate()
    const nobodys = `uploads/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}/a.mp4`
    for (const [key, who] of [
      [s3Key, stranger],
      [nobodys, owner],
      [empty, owner],
    ] as const) {
      expect((await call('POST /metadata/extract', { s3Key: key }, who)).status).toBe(404)
      expect((await call('POST /upload/confirm', { s3Key: key }, who)).status).toBe(404)
      expect((await call('POST /jobs', { inputSource: key, outputFormats: ['480p'] }, who)).status).toBe(404)
      expect((await call('POST /jobs/plan', { inputSource: key, outputFormats: ['480p'] }, who)).status).toBe(404)
    }
    expect((await call(`DELETE /upload/${idOf(s3Key)}`, undefined, stranger)).status).toBe(404)
  })
})

describe('an upload in chunks', () => {
  const tus = { 'Tus-Resumable': '1.0.0' }
  const head = async (url: string) => {
    const { status, headers } = await fetch(url, { method: 'HEAD', headers: tus })
    return { status, offset: Number(headers.get('upload-offset')), length: Number(headers.get('upload-length')) }
  }
  const patch = (url: string, offset: number, content: Buffer) =>
    fetch(url, {
      method: 'PATCH',
      headers: { ...tus, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body: new Uint8Array(content),
    })

  test('resumes where it stopped, and reports its size after the end too', async () => {
    const { resumableUrl, s3Key } = await generate({ size: clip.length })
    expect(await head(resumableUrl)).toEqual({ status: 200, offset: 0, length: clip.length })
    expect((await patch(resumableUrl, 0, clip.subarray(0, 10_000))).status).toBe(204)
    expect(await head(resumableUrl)).toEqual({ status: 200, offset: 10_000, length: clip.length })
    expect((await patch(resumableUrl, 5000, clip.subarray(5000))).status).toBe(409)
    expect((await patch(resumableUrl, 10_000, clip.subarray(10_000))).status).toBe(204)
    expect(await head(resumableUrl)).toEqual({ status: 200, offset: clip.length, length: clip.length })
    const confirmed = await call('POST /upload/confirm', { s3Key })
    expect(confirmed.status).toBe(201)
    const [file = ''] = await filesUnder(idOf(s3Key))
    expect(clip.equals(await readFile(file))).toBe(true)
    expect(await readdir(join(product.dataDir, 'storage', 'resumable'))).not.toContain(idOf(s3Key))
  })

  test('keeps what had arrived when the connection broke', async () => {
    const { resumableUrl } = await generate({ size: clip.length })
    await breakOff(resumableUrl, clip.subarray(0, 20_000), clip.length)
    await vi.waitFor(async () => expect((await head(resumableUrl)).offset).toBe(20_000), { timeout: 60_000 })
    expect((await patch(resumableUrl, 20_000, clip.subarray(20_000))).status).toBe(204)
  })

  test('is refused in the form of all refusals', async () => {
    const { resumableUrl } = await generate({ size: 1000 })
    const wrong = [
      await patch(resumableUrl, 500, Buffer.alloc(10)),
      await fetch(resumableUrl, { method: 'PATCH', headers: { 'Upload-Offset': '0' }, body: new Uint8Array(10) }),
      await fetch(resumableUrl, { method: 'PATCH', headers: { ...tus, 'Upload-Offset': 'x' }, body: new Uint8Array(10) }),
      await fetch(resumableUrl, { method: 'PATCH', headers: tus, body: new Uint8Array(10) }),
      await patch(resumableUrl.replace(/[^/]+$/, 'forged'), 0, Buffer.alloc(10)),
    ]
    const bodies = await Promise.all(wrong.map(async (answer) => (await answer.json()) as ErrorBody))
    expect(wrong.map(({ status }, index) => [status, bodies[index]?.code])).toEqual([
      [409, 'CONFLICT'],
      [412, 'INVALID_INPUT'],
      [400, 'INVALID_INPUT'],
      [403, 'INVALID_INPUT'],
      [404, 'NOT_FOUND'],
    ])
    for (const { error, message } of bodies) expect([message, error]).toEqual([expect.stringMatching(/^[A-Z].+\.$/), message])
    expect(wrong.map(({ headers }) => headers.get('content-type'))).toEqual(wrong.map(() => 'application/json; charset=utf-8'))
  })

  test('takes no more than was announced, and nothing without its signature', async () => {
    const { resumableUrl } = await generate({ size: 1000 })
    const answer = await patch(resumableUrl, 0, Buffer.alloc(2000)).catch(() => undefined)
    expect(answer?.status ?? 413).toBe(413)
    const encodedVideo = resumableUrl.replace(/[^/]+$/, 'x'.repeat(43))
    expect((await fetch(encodedVideo, { method: 'HEAD', headers: tus })).status).toBe(404)
    expect((await patch(encodedVideo, 0, Buffer.alloc(10))).status).toBe(404)
  })

  test('a file whose last chunk arrived just before a crash is found', async () => {
    const { resumableUrl, s3Key } = await generate({ size: clip.length })
    await patch(resumableUrl, 0, clip.subarray(0, clip.length - 1))
    // What the last chunk does, without what comes after it.
    await appendFile(join(product.dataDir, 'storage', 'resumable', idOf(s3Key)), clip.subarray(clip.length - 1))
    expect((await call('POST /upload/confirm', { s3Key })).status).toBe(201)
  })
})

test('an upload of a video that was published earlier has its date, and its place in the lists', async () => {
  const dates = ['2015-06-01T12:00:00+02:00', '0001-01-01T00:00:00Z', '9999-01-01T00:00:00Z']
  const before = Date.now()
  const videos: Video[] = []
  for (const createdAt of dates) {
    const s3Key = await upload(clip, { createdAt })
    videos.push((await call('POST /upload/confirm', { s3Key, title: 'Dated' })).body['video'] as Video)
  }
  const [old, first, now] = videos.map(({ createdAt }) => createdAt)
  expect([old, first]).toEqual(['2015-06-01T10:00:00.000Z', '1970-01-01T00:00:00.000Z'])
  expect(Date.parse(now ?? '')).toBeGreaterThanOrEqual(before)
  const timeIn = (id = '') => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  expect(videos.slice(0, 2).map(({ id }) => new Date(timeIn(id)).toISOString())).toEqual([old, first])
  expect(await call('POST /upload/generate-url', { filename: 'a.mp4', contentType: 'video/mp4', createdAt: 'last summer' })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'createdAt', message: 'Give the date as 2019-05-01T12:00:00Z.' }] },
  })
})

test('an upload that no browser plays is processing, one that a browser plays can be watched', async () => {
  const s3Key = await upload(await clipFile('old.avi', unplayableClip), { filename: 'old.avi', contentType: 'video/x-msvideo' })
  const { body } = await call('POST /upload/confirm', { s3Key, visibility: 'private' })
  expect(body['video']).toMatchObject({ status: 'processing', videoCodec: 'mpeg4' })
  const stream = await call(`GET /gallery/videos/${idOf(s3Key)}/stream`)
  expect([stream.status, stream.body['status']]).toEqual([409, 'processing'])
  const startOf = async (who = owner) =>
    ((await call(`GET /gallery/videos/${idOf(s3Key)}`, undefined, who)).body['video'] as VideoDetails).startSource
  const inputSource = await startOf()
  expect((await call('POST /jobs', { inputSource, outputFormats: ['480p'], visibility: 'private' })).body['job']).toMatchObject({
    id: idOf(s3Key),
    source_name: 'old.avi',
  })
  expect(await startOf()).toBe(null)
})

describe.each([
  ['an MKV with H.264', 'clip.mkv', smallClip, 'video/x-matroska', 'processing', { container: 'matroska', videoCodec: 'h264' }],
  [
    'a WebM with VP9 and Opus',
    'clip.webm',
    webmClip,
    'video/webm',
    'uploaded',
    { container: 'webm', videoCodec: 'vp9', audioCodec: 'opus' },
  ],
] as const)('%s', (_kind, filename, arguments_, contentType, status, facts) => {
  test(`goes the whole way, and is ${status} before its job`, async () => {
    const content = await clipFile(filename, arguments_)
    const s3Key = await upload(content, { filename, contentType, size: content.length })
    expect(s3Key).toMatch(filename.endsWith('mkv') ? /\/source\.mkv$/ : /\/source\.webm$/)
    expect((await call('POST /metadata/extract', { s3Key })).body['metadata']).toMatchObject(facts)
    const confirmed = await call('POST /upload/confirm', { s3Key, visibility: 'private' })
    expect([confirmed.status, (confirmed.body['video'] as Video).status]).toEqual([201, status])
    const request = { inputSource: s3Key, outputFormats: ['480p'], visibility: 'public', title: filename }
    const planned = (await call('POST /jobs/plan', request)).body['plan'] as Plan
    expect(planned.formats).toMatchObject([{ format: '480p', action: expect.stringMatching(/copy|encode/) }])
    expect((await call('POST /jobs', request)).status).toBe(201)
    await vi.waitFor(async () => expect(((await call(`GET /jobs/${idOf(s3Key)}`)).body['job'] as Job).status).toBe('COMPLETED'), {
      timeout: 60_000,
      interval: 100,
    })
    expect((await product.call(`GET /gallery/videos/${idOf(s3Key)}`)).body['video']).toMatchObject({ status: 'ready', title: filename })
  })
})

test('what was given up or left lying for a day is gone, with every byte of it; what became a video stays', async () => {
  const { uploadUrl, s3Key: discarded } = await generate()
  await put(uploadUrl, clip)
  expect((await call(`DELETE /upload/${idOf(discarded)}`)).status).toBe(200)
  expect((await put(uploadUrl, clip)).status).toBe(404)
  const abandoned = await upload(clip)
  const { resumableUrl, s3Key: begun } = await generate({ size: clip.length })
  await fetch(resumableUrl, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
  const kept = await upload(clip)
  await call('POST /upload/confirm', { s3Key: kept })
  const ids = [abandoned, begun, kept].map(idOf)
  const client = new Client({ connectionString: product.databaseUrl })
  await client.connect()
  await client.query("update uploads set created_at = now() - interval '25 hours' where id = any($1::uuid[])", [ids])
  await client.end()
  await vi.waitFor(
    async () => {
      for (const s3Key of [discarded, abandoned, begun]) expect(await filesUnder(idOf(s3Key))).toEqual([])
      const stored = await readdir(join(product.dataDir, 'storage', 'resumable'))
      expect(stored.filter((name) => name.startsWith(idOf(begun)))).toEqual([])
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(await filesUnder(idOf(kept))).toHaveLength(1)
  expect((await call('POST /jobs', { inputSource: kept, outputFormats: ['480p'] })).status).toBe(201)
})

/** Sends without a length, as somebody does who does not want to say how much it is. */
async function sendChunked(url: string, bytes: number): Promise<number | undefined> {
  const request = httpRequest(url, { method: 'PUT', headers: { 'Content-Type': 'video/mp4', 'Transfer-Encoding': 'chunked' } })
  request.on('error', () => {})
  const answered = once(request, 'response')
  for (let sent = 0; sent < bytes && !request.destroyed; sent += 100_000) request.write(Buffer.alloc(Math.min(100_000, bytes - sent)))
  request.end()
  const [response] = await answered
  response.resume()
  return response.statusCode
}

/** Announces more than it sends and then disconnects. */
async function breakOff(url: string, content: Buffer, announced: number): Promise<void> {
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': String(announced),
  }
  const request = httpRequest(url, { method: 'PATCH', headers })
  request.on('error', () => {})
  await new Promise<void>((resolve) => request.write(content, () => resolve()))
  await new Promise((resolve) => setTimeout(resolve, 200))
  request.destroy()
}
