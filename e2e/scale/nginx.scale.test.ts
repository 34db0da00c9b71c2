import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../server/testing/free-port.ts'
import { createScaleDatabaseUrl } from '../../server/testing/services/scale-services.ts'
import { adaptSite, startNginx } from '../harness/nginx.ts'
import { type ProductProcess, startProcess } from '../harness/product-process.ts'

const run = promisify(execFile)

let folder: string
let product: ProductProcess
let stopNginx: () => Promise<void>
let port: number
let certificate: string
let clip: Buffer

/** The site as it is shipped, with this machine's names in it. */
const siteFor = (upstream: number, plain: number): Promise<string> =>
  adaptSite('deploy/nginx/video-forge.conf', [
    [/127\.0\.0\.1:3000/g, `127.0.0.1:${upstream}`],
    [/listen 443/g, `listen 127.0.0.1:${port}`],
    [/listen 80;/g, `listen 127.0.0.1:${plain};`],
    [/ *listen \[::\].*\n/g, ''],
    [/\/etc\/letsencrypt\/live\/video\.example\.com/g, folder],
    [/\/srv\/video-forge\/data/g, join(folder, 'data')],
    [/\/var\/cache\/nginx\/video-forge/g, join(folder, 'cache')],
    [/video\.example\.com/g, 'localhost'],
  ])

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vf-nginx-'))
  await chmod(folder, 0o755)
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject])
  certificate = await readFile(join(folder, 'fullchain.pem'), 'utf8')
  const [upstream, plain] = [await freePort(), await freePort()]
  port = await freePort()
  product = await startProcess({
    PORT: String(upstream),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: await createScaleDatabaseUrl(),
    PUBLIC_URL: `https://localhost:${port}`,
    X_ACCEL_PREFIX: '/stored',
    TRUSTED_PROXIES: '127.0.0.1',
    ADMIN_PASSWORD: 'Correct-Horse-1',
  })
  stopNginx = await startNginx(folder, await siteFor(upstream, plain))
  await vi.waitFor(async () => expect((await ask('GET', '/readyz')).status).toBe(200), { timeout: 60_000, interval: 50 })
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=2', '-pix_fmt', 'yuv420p', '-c:v', 'libx264']
  await run('ffmpeg', ['-loglevel', 'error', ...picture, join(folder, 'clip.mp4')])
  clip = await readFile(join(folder, 'clip.mp4'))
})
afterAll(async () => {
  await stopNginx?.()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Answer {
  status: number
  headers: Record<string, unknown>
  bytes: Buffer
  json: Record<string, unknown>
}

async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer): Promise<Answer> {
  const sent = request({ host: 'localhost', port, path, method, ca: certificate, headers })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  const bytes = Buffer.concat(await answer.toArray())
  const isJson = String(answer.headers['content-type']).startsWith('application/json') && !answer.headers['content-encoding']
  return { status: answer.statusCode, headers: answer.headers, bytes, json: isJson ? JSON.parse(bytes.toString()) : {} }
}

const call = (key: string, token: string, body?: object) => {
  const [method = '', path = ''] = key.split(' ')
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  return ask(method, `/prod/api${path}`, headers, body && JSON.stringify(body))
}

const pathOf = (url: unknown): string => new URL(String(url), 'https://localhost').pathname

test('through nginx: uploaded in chunks, followed live, sent by nginx itself, and private once it is made private', {
  timeout: 120_000,
}, async () => {
  const { json } = await call('POST /auth/login', '', { username: 'admin', password: 'Correct-Horse-1' })
  const token = (json['result'] as { tokens: { idToken: string } }).tokens.idToken

  const { json: address } = await call('POST /upload/generate-url', token, { filename: 'clip.mp4', contentType: 'video/mp4' })
  expect(String(address['resumableUrl'])).toMatch(new RegExp(`^https://localhost:${port}/resumable/`))
  const half = Math.floor(clip.length / 2)
  const sendChunk = (from: number, to: number) =>
    ask(
      'PATCH',
      pathOf(address['resumableUrl']),
      {
        'Tus-Resumable': '1.0.0',
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': String(from),
        // Sent once, with the first chunk.
        ...(from === 0 && { 'Upload-Length': String(clip.length) }),
      },
      clip.subarray(from, to),
    )
  expect((await sendChunk(0, half)).status).toBe(204)
  expect((await sendChunk(half, clip.length)).status).toBe(204)

  // The first event comes while the stream is open, so nothing holds it back.
  const stream = request({
    host: 'localhost',
    port,
    path: '/prod/api/jobs/events',
    ca: certificate,
    headers: { Authorization: `Bearer ${token}` },
  })
  stream.end()
  const [events] = await once(stream, 'response')
  let heard = ''
  events.on('data', (chunk: Buffer) => {
    heard += chunk
  })
  events.on('error', () => {})
  const wanted = { inputSource: address['s3Key'], outputFormats: ['480p'], title: 'Behind nginx', visibility: 'public' }
  const created = await call('POST /jobs', token, wanted)
  expect(created.status, JSON.stringify(created.json)).toBe(201)
  const { id } = created.json['job'] as { id: string }
  await vi.waitFor(() => expect(heard).toMatch(new RegExp(`${id}.*"COMPLETED"`)), { timeout: 90_000, interval: 50 })
  stream.destroy()

  const { json: playing } = await call(`GET /gallery/videos/${id}/stream?quality=480p`, '')
  const media = pathOf(playing['streamUrl'])
  const whole = await ask('GET', media)
  const part = await ask('GET', media, { Range: 'bytes=4-7' })
  expect([whole.status, part.status, part.bytes.toString(), part.headers['content-range']]).toEqual([
    200,
    206,
    'ftyp',
    `bytes 4-7/${whole.bytes.length}`,
  ])
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'cache-control': expect.stringContaining('immutable'),
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
  expect(whole.headers['x-accel-redirect']).toBeUndefined()
  expect((await ask('GET', media, { 'If-None-Match': String(whole.headers['etag']) })).status).toBe(304)
  const saved = await ask('GET', `${media}?download=My%20film.mp4`)
  expect(saved.headers['content-disposition']).toContain('attachment')

  // Nothing is kept that could outlive the permission, and the folder behind it is nobody's way in.
  expect((await call(`PATCH /gallery/videos/${id}`, token, { visibility: 'private' })).status).toBe(200)
  expect((await ask('GET', media)).status).toBe(404)
  expect((await ask('GET', `/stored/videos/${id}/original`)).status).toBe(404)
})

test('hashed files come compressed and are kept, other answers never are; the figures are for this machine', async () => {
  const page = await ask('GET', '/')
  expect(page.headers['strict-transport-security']).toBeDefined()
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(page.bytes.toString()) ?? []
  const first = await ask('GET', script, { 'Accept-Encoding': 'br' })
  expect([first.status, first.headers['content-encoding']]).toEqual([200, 'br'])
  const plain = await ask('GET', script)
  expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
  expect((await run('grep', ['-rl', `KEY:`, join(folder, 'cache')])).stdout.trim().split('\n')).toHaveLength(2)
  await call('GET /gallery/videos', '')
  expect((await run('grep', ['-rl', `KEY:`, join(folder, 'cache')])).stdout.trim().split('\n')).toHaveLength(2)
  expect((await ask('GET', '/metrics')).status).toBe(200)
})
