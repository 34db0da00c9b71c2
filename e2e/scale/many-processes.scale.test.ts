import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openS3Storage } from '../../server/src/platform/storage/s3-storage.ts'
import type { Storage } from '../../server/src/platform/storage/storage.ts'
import { followEvents } from '../../server/testing/event-reader.ts'
import { startOwnRedis } from '../../server/testing/services/own-redis.ts'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl, redisUrl } from '../../server/testing/services/scale-services.ts'
import { type ProductProcess, startProcess } from '../harness/product-process.ts'

const run = promisify(execFile)
const publicUrl = 'http://video.example.test'

let folder: string
let environment: Record<string, string>
let storage: Storage
let clip: Uint8Array<ArrayBuffer>
const processes: ProductProcess[] = []

const start = async (name: string, change: Record<string, string>): Promise<ProductProcess> => {
  const product = await startProcess({ ...environment, DATA_DIR: join(folder, name), PORT: '0', ...change })
  processes.push(product)
  return product
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vf-many-'))
  const { client, config } = await createBucket()
  storage = openS3Storage(client, config.bucket)
  environment = {
    DATABASE_URL: await createScaleDatabaseUrl(),
    REDIS_URL: redisUrl(),
    ...bucketEnvironment(config),
    PUBLIC_URL: publicUrl,
    ADMIN_PASSWORD: 'Correct-Horse-1',
    MAX_UPLOAD_BYTES: '9000000',
  }
  const path = join(folder, 'clip.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=2', '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-b:v', '20M']
  await run('ffmpeg', ['-loglevel', 'error', ...picture, path])
  clip = new Uint8Array(await readFile(path))
})
afterAll(async () => {
  await Promise.all(processes.map((product) => product.stop()))
  await rm(folder, { recursive: true, force: true })
})

type Answer = Record<string, unknown>

async function call(product: ProductProcess, key: string, token = '', body?: unknown): Promise<{ status: number; body: Answer }> {
  const [method = '', path = ''] = key.split(' ')
  const answer = await fetch(`${product.url}/prod/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer }
}

async function signIn(product: ProductProcess): Promise<string> {
  const { status, body } = await call(product, 'POST /auth/login', '', { username: 'admin', password: 'Correct-Horse-1' })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body['result'] as { tokens: { idToken: string } }).tokens.idToken
}

async function generate(product: ProductProcess, token: string) {
  const { status, body } = await call(product, 'POST /upload/generate-url', token, { filename: 'clip.mp4', contentType: 'video/mp4' })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { uploadUrl: string; s3Key: string; resumableUrl: string }
}

const keysIn = async (prefix: string) => {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys
}

test('two that answer and two that work are one site', { timeout: 180_000 }, async () => {
  const [one, other] = await Promise.all([
    start('api-1', { ROLE: 'api' }),
    start('api-2', { ROLE: 'api' }),
    start('worker-1', { ROLE: 'worker' }),
    start('worker-2', { ROLE: 'worker' }),
  ])
  const token = await signIn(one)

  // Bytes go straight to S3, where any process finds them.
  const { uploadUrl, s3Key } = await generate(one, token)
  expect(new URL(uploadUrl).origin).toBe(environment['S3_ENDPOINT'])
  const preflight = { Origin: publicUrl, 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'content-type' }
  const allowed = await fetch(uploadUrl, { method: 'OPTIONS', headers: preflight })
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, publicUrl])
  expect((await fetch(uploadUrl, { method: 'PUT', body: clip, headers: { 'Content-Type': 'video/mp4' } })).status).toBe(200)
  const seen = await call(other, 'POST /metadata/extract', token, { s3Key })
  expect(seen.body).toMatchObject({ metadata: { width: 640, height: 360, videoCodec: 'h264' } })
  const planned = await call(one, 'POST /jobs/plan', token, { inputSource: s3Key, outputFormats: ['480p'] })
  expect(planned.status, JSON.stringify(planned.body)).toBe(200)

  // One process accepts the job, another runs it, and a third sends its events.
  const events = await followEvents(other.url, token)
  const request = { inputSource: s3Key, outputFormats: ['480p'], title: 'From afar', visibility: 'public' }
  const created = await call(one, 'POST /jobs', token, request)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const { id } = created.body['job'] as { id: string }
  for (let status: unknown; status !== 'COMPLETED'; ) {
    const { data } = await events.next('job_update')
    if (data['jobId'] === id) status = data['status']
    expect(['FAILED', 'CANCELLED'], JSON.stringify(data)).not.toContain(status)
  }
  events.close()

  // The link leads to the bucket itself.
  const stream = await call(other, `GET /gallery/videos/${id}/stream?quality=480p`)
  const path = new URL(String(stream.body['streamUrl']), other.url).pathname
  const page = await fetch(`${other.url}${path}`, { redirect: 'manual' })
  expect([page.status, page.headers.get('cache-control')]).toEqual([302, 'no-store'])
  const played = await fetch(page.headers.get('location') ?? '', { headers: { Range: 'bytes=4-7', Origin: publicUrl } })
  expect([played.status, await played.text()]).toEqual([206, 'ftyp'])
  expect(new URL(played.url).origin).toBe(environment['S3_ENDPOINT'])
  expect(played.headers.get('content-type')).toBe('video/mp4')
  expect(played.headers.get('access-control-allow-origin')).toBeTruthy()
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const directive of ['connect-src', 'img-src', 'media-src']) {
    expect(
      policy.split(';').find((part) => part.startsWith(directive)),
      directive,
    ).toContain(environment['S3_ENDPOINT'])
  }

  expect((await call(one, `DELETE /jobs/${id}`, token)).status).toBe(200)
  expect((await call(one, `DELETE /trash/${id}`, token)).status).toBe(200)
  await vi.waitFor(async () => expect(await keysIn(`videos/${id}/`)).toEqual([]), { timeout: 30_000, interval: 200 })

  // An upload in chunks may continue at another process.
  const upload = await generate(one, token)
  const at = (product: ProductProcess) => product.url + new URL(upload.resumableUrl).pathname
  const tus = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream' }
  const half = Math.floor(clip.length / 2)
  const send = (product: ProductProcess, from: number, to: number, last: boolean) =>
    fetch(at(product), {
      method: 'PATCH',
      headers: { ...tus, 'Upload-Offset': String(from), ...(last && { 'Upload-Length': String(clip.length) }) },
      body: clip.slice(from, to),
    })
  expect((await send(one, 0, half, true)).status).toBe(204)
  const state = await fetch(at(other), { method: 'HEAD', headers: tus })
  expect([state.status, state.headers.get('upload-offset')]).toEqual([200, String(half)])
  expect((await send(other, half, clip.length, false)).status).toBe(204)
  const confirmed = await call(one, 'POST /upload/confirm', token, { s3Key: upload.s3Key, title: 'In chunks' })
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(201)
  const stored = await keysIn('')
  expect(stored.filter((key) => !key.startsWith('videos/'))).toEqual([])

  // A link to write can't say how much it takes; what is too large is refused once it is looked at, and is gone.
  const large = await generate(one, token)
  await fetch(large.uploadUrl, { method: 'PUT', body: new Uint8Array(9_000_001), headers: { 'Content-Type': 'video/mp4' } })
  const refused = await call(one, 'POST /upload/confirm', token, { s3Key: large.s3Key, title: 'Large' })
  expect([refused.status, await storage.head(large.s3Key)]).toEqual([413, undefined])
})

test('without Redis people are served and jobs accepted; they are done when it is back', { timeout: 120_000 }, async () => {
  const redis = await startOwnRedis()
  const site = await start('alone', { ROLE: 'all', REDIS_URL: redis.url, DATABASE_URL: await createScaleDatabaseUrl() })
  const token = await signIn(site)
  await redis.kill()
  expect((await call(site, 'GET /gallery/videos')).status).toBe(200)
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  await signIn(site)
  const created = await call(site, 'POST /jobs', token, { inputSource: 'local-sample.mp4', outputFormats: ['480p'] })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const { id } = created.body['job'] as { id: string }
  await redis.start()
  const status = async () => ((await call(site, `GET /jobs/${id}`, token)).body['job'] as { status: string }).status
  await vi.waitFor(async () => expect(await status()).toBe('COMPLETED'), { timeout: 90_000, interval: 250 })
  expect(site.stderr()).toContain('rate limits are suspended')
})
