import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Job } from '@video-forge/contract/jobs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { serveClips, slowClip, smallClip, soundOnly } from '../../testing/media/clips.ts'
import { useShortSample } from '../../testing/media/short-sample.ts'
import { newUser, type Session } from '../../testing/people.ts'
import { type Answer, startProduct } from '../../testing/product.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'

const run = promisify(execFile)

const clips = await serveClips(
  {
    'small.mp4': smallClip,
    'slow.avi': slowClip(8),
    // More than half a minute of work: a program that ends before has been ended.
    'long.avi': slowClip(30),
    'sound.m4a': soundOnly,
  },
  {
    '/moved.mp4': (_request, response) => response.writeHead(302, { location: '/small.mp4' }).end(),
    '/round.mp4': (_request, response) => response.writeHead(302, { location: '/round.mp4' }).end(),
    '/page.mp4': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Not a video</h1>'),
    '/huge.mp4': (_request, response) => response.writeHead(200, { 'content-length': String(2 ** 40) }).flushHeaders(),
    '/playlist.mp4': (_request, response) => response.writeHead(200).end('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
  },
)
afterAll(() => clips.close())
const { product, mailbox } = await startProductWithMail({ ALLOW_PRIVATE_SOURCES: 'true' })
const user = await newUser(product, mailbox)
await useShortSample(product.dataDir)

/** A disk that is full needs a disk of its own, which only root may make, and not in every container. */
const mayMount = await run('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).then(
  () => process.getuid?.() === 0,
  () => false,
)

const call = (key: string, body?: unknown, who: Session = user, on = product) =>
  on.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })
const jobIn = (answer: Answer) => answer.body['job'] as Job

async function submit(inputSource: string, change: object = {}): Promise<Job> {
  const answer = await call('POST /jobs', { inputSource, outputFormats: ['480p'], ...change })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return jobIn(answer)
}

const until = (id: string, isThere: (job: Job) => boolean, on = product) =>
  vi.waitFor(
    async () => {
      const job = jobIn(await call(`GET /jobs/${id}`, undefined, user, on))
      if (!isThere(job)) throw new Error(`${job.status} ${job.progress} ${job.error_text}`)
      return job
    },
    { timeout: 120_000, interval: 50 },
  )

const isOver = ({ status }: Job) => ['COMPLETED', 'FAILED', 'CANCELLED'].includes(status)
const filesOf = async (id: string, dataDir = product.dataDir) =>
  readdir(join(dataDir, 'storage', 'objects', 'videos', id), { recursive: true, withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    () => [],
  )

describe('a job', () => {
  test('from a URL makes every asset, each of which downloads and is what it says', { timeout: 90_000 }, async () => {
    const job = await submit(clips.url('moved.mp4'), { outputFormats: ['1080p', '480p'], title: 'My clip', visibility: 'private' })
    expect(job).toMatchObject({
      status: 'PENDING',
      title: 'My clip',
      visibility: 'private',
      input_source: clips.url('moved.mp4'),
      asset_count: 0,
    })
    const done = await until(job.id, isOver)
    expect(done).toMatchObject({ status: 'COMPLETED', progress: 100, error_text: null, asset_count: 6 })
    expect(done.notes.join(' ')).toContain('1080p')

    const { assets } = (await call(`GET /jobs/${job.id}/assets`)).body as unknown as {
      assets: { id: string; asset_type: string; file_size: number }[]
    }
    expect(assets.map(({ asset_type }) => asset_type)).toEqual([
      'TRANSCODE_480',
      'GIF',
      'THUMBNAIL',
      'STORYBOARD',
      'METADATA_JSON',
      'ORIGINAL',
    ])
    for (const { id, file_size } of assets) {
      const { downloadUrl, filename } = (await call(`GET /jobs/${job.id}/assets/${id}/download`)).body as unknown as {
        downloadUrl: string
        filename: string
      }
      const response = await fetch(downloadUrl.replace(/^http:\/\/localhost:\d+/, product.url))
      expect(response.headers.get('content-disposition')).toContain(filename)
      expect((await response.arrayBuffer()).byteLength).toBe(file_size)
    }
    const rendition = join(product.dataDir, 'storage', 'objects', 'videos', job.id, '1')
    const file = (await readdir(rendition)).find((name) => name.endsWith('.mp4')) ?? ''
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name,height',
      '-of',
      'csv=p=0',
      join(rendition, file),
    ])
    expect(stdout.trim().split('\n').sort()).toEqual(['aac', 'h264,360'])
  })

  test('of the local sample works without a network, and its title comes from its name', { timeout: 90_000 }, async () => {
    const job = await submit('local-sample.mp4')
    expect(job.title).toBe('Local sample')
    expect((await until(job.id, isOver)).status).toBe('COMPLETED')
  })

  test.each([
    ['gone.mp4', /status 404/],
    ['round.mp4', /Too many redirects/],
    ['page.mp4', /not a video|format/i],
    ['playlist.mp4', /not a video|format/i],
    ['sound.m4a', /no picture/],
    ['huge.mp4', /larger than the 500 MB/],
  ])('with the source %s fails with a sentence', async (name, sentence) => {
    const job = await submit(clips.url(name))
    const failed = await until(job.id, isOver)
    expect(failed.status).toBe('FAILED')
    expect(failed.error_text).toMatch(sentence)
    expect(`${failed.error_text} ${failed.error_detail}`).not.toContain(product.dataDir)
    expect((await filesOf(job.id)).filter((file) => file.endsWith('.mp4') && file.includes('480'))).toEqual([])
  })

  test.skipIf(!mayMount)('on a full disk fails with that sentence and leaves nothing behind', { timeout: 90_000 }, async () => {
    const scratch = join(product.dataDir, 'scratch')
    // Too small for the source, and too small for what is made of it.
    for (const size of ['16k', '640k']) {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', scratch])
      try {
        const job = await submit(clips.url('small.mp4'))
        const failed = await until(job.id, isOver)
        expect(failed, size).toMatchObject({ status: 'FAILED', error_text: expect.stringMatching(/no space left/) })
        expect(`${failed.error_text} ${failed.error_detail}`).not.toContain(product.dataDir)
        await vi.waitFor(async () => expect(await readdir(scratch)).toEqual([]))
        expect((await filesOf(job.id)).filter((file) => !file.startsWith('source.'))).toEqual([])
      } finally {
        await run('umount', [scratch])
      }
    }
  })

  test('is planned before anything starts', async () => {
    const plan = (await call('POST /jobs/plan', { inputSource: clips.url('small.mp4'), outputFormats: ['720p', '480p'] })).body['plan']
    expect(plan).toMatchObject({
      formats: [
        { format: '720p', action: 'skip' },
        { format: '480p', resolution: '640x360' },
      ],
    })
    const refused = await call('POST /jobs/plan', { inputSource: clips.url('sound.m4a'), outputFormats: ['480p'] })
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_SOURCE' } })
  })
})

describe('the form is checked', () => {
  test.each([
    [{ inputSource: '' }, 'Video URL is required'],
    [{ inputSource: 'ftp://x/y' }, 'Please enter a valid URL or use "local-sample.mp4" for testing'],
    [{ outputFormats: [] }, 'At least one output format is required'],
  ])('%o', async (change, message) => {
    const answer = await call('POST /jobs', { inputSource: 'local-sample.mp4', outputFormats: ['480p'], ...change })
    expect(answer).toMatchObject({ status: 400, body: { message } })
  })
})

test('sources inside our own network are refused, by name, by number and behind a redirect', async () => {
  const strict = await startProduct({ SMTP_URL: mailbox.url })
  const stranger = await newUser(strict, mailbox)
  const port = new URL(clips.url('')).port
  for (const source of [
    `http://127.0.0.1:${port}/small.mp4`,
    `http://localhost:${port}/small.mp4`,
    `http://[::ffff:127.0.0.1]:${port}/small.mp4`,
  ]) {
    const before = clips.requests.length
    const answer = await call('POST /jobs/plan', { inputSource: source, outputFormats: ['480p'] }, stranger, strict)
    expect(answer.body.message).toMatch(/private network/)
    expect(clips.requests.length).toBe(before)
  }
  await strict.stop()
})

describe('a running job', () => {
  test('is cancelled at once: no program runs on, no file stays; it can be retried and deleted', { timeout: 120_000 }, async () => {
    const job = await submit(clips.url('long.avi'), { outputFormats: ['720p', '480p'] })
    await until(job.id, ({ status, progress }) => status === 'PROCESSING' && progress > 5)
    expect((await call(`DELETE /jobs/${job.id}`)).status).toBe(409)
    expect(jobIn(await call(`POST /jobs/${job.id}/cancel`)).status).toBe('CANCELLED')
    await vi.waitFor(async () => expect(await programsOf(job.id)).toEqual([]), { interval: 50 })
    await vi.waitFor(async () => expect(await readdir(join(product.dataDir, 'scratch'))).toEqual([]), { interval: 50 })
    expect((await call(`POST /jobs/${job.id}/cancel`)).status).toBe(409)

    expect(jobIn(await call(`POST /jobs/${job.id}/retry`))).toMatchObject({ status: 'PENDING', progress: 0 })
    await until(job.id, ({ status, progress }) => status === 'PROCESSING' && progress > 5)
    await call(`POST /jobs/${job.id}/cancel`)
    expect((await call(`DELETE /jobs/${job.id}`)).status).toBe(200)
    expect((await call(`GET /jobs/${job.id}`)).status).toBe(404)
    expect((await call(`DELETE /trash/${job.id}`)).status).toBe(200)
    await vi.waitFor(async () => expect(await filesOf(job.id)).toEqual([]), { timeout: 60_000, interval: 100 })
  })

  test('is handed back when its worker stops, and another one finishes it; progress never goes back', { timeout: 300_000 }, async () => {
    const first = await startProduct({ SMTP_URL: mailbox.url, ALLOW_PRIVATE_SOURCES: 'true' })
    const owner = await newUser(first, mailbox)
    const { id } = jobIn(await call('POST /jobs', { inputSource: clips.url('slow.avi'), outputFormats: ['480p'] }, owner, first))
    const before = await vi.waitFor(
      async () => {
        const job = jobIn(await call(`GET /jobs/${id}`, undefined, owner, first))
        expect(job.progress).toBeGreaterThan(8)
        return job
      },
      { timeout: 60_000, interval: 50 },
    )
    await first.stop({ keepData: true })
    const second = await startProduct({
      SMTP_URL: mailbox.url,
      ALLOW_PRIVATE_SOURCES: 'true',
      DATABASE_URL: first.databaseUrl,
      DATA_DIR: first.dataDir,
    })
    let last = before.progress
    await vi.waitFor(
      async () => {
        const job = jobIn(await call(`GET /jobs/${id}`, undefined, owner, second))
        expect(job.progress).toBeGreaterThanOrEqual(last)
        last = job.progress
        if (job.status !== 'COMPLETED') throw new Error(`${job.status} ${job.error_text}`)
      },
      { timeout: 200_000, interval: 50 },
    )
    await second.stop()
  })
})

test("somebody else's job is not there, for reading, cancelling, deleting or downloading", async () => {
  const stranger = await newUser(product, mailbox)
  const job = await submit(clips.url('small.mp4'))
  await until(job.id, isOver)
  const { assets } = (await call(`GET /jobs/${job.id}/assets`)).body as unknown as { assets: { id: string }[] }
  for (const key of [
    `GET /jobs/${job.id}`,
    `GET /jobs/${job.id}/assets`,
    `GET /jobs/${job.id}/assets/${assets[0]?.id}/download`,
    `DELETE /jobs/${job.id}`,
    `POST /jobs/${job.id}/cancel`,
    `POST /jobs/${job.id}/retry`,
  ]) {
    expect((await call(key, undefined, stranger)).status, key).toBe(404)
  }
  expect((await call('GET /jobs', undefined, stranger)).body).toMatchObject({ jobs: [], total: 0 })
})

/** Programs that work on a job, by the folder they work in. */
async function programsOf(id: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'args'])
  return stdout.split('\n').filter((line) => line.includes(id) && line.includes('ffmpeg'))
}
