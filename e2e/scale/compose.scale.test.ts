import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../server/testing/free-port.ts'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl, redisUrl } from '../../server/testing/services/scale-services.ts'
import { adaptSite, startNginx } from '../harness/nginx.ts'
import { type ProductProcess, startProcess } from '../harness/product-process.ts'

const run = promisify(execFile)

/** The site of compose.yaml without containers: its nginx, its two roles, and S3 under the same origin as the pages. */
let folder: string
let site: string
let bucket: string
let stopNginx: () => Promise<void>
const processes: ProductProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vf-compose-'))
  const { client, config } = await createBucket()
  client.destroy()
  bucket = config.bucket
  const [port, webPort] = [await freePort(), await freePort()]
  site = `http://localhost:${port}`
  const environment = {
    DATABASE_URL: await createScaleDatabaseUrl(),
    REDIS_URL: redisUrl(),
    ...bucketEnvironment(config),
    S3_PUBLIC_ENDPOINT: site,
    PUBLIC_URL: site,
    TRUSTED_PROXIES: '127.0.0.1',
    ADMIN_PASSWORD: 'Correct-Horse-1',
  }
  for (const [role, at] of [['api', webPort] as const, ['worker', 0] as const]) {
    processes.push(await startProcess({ ...environment, ROLE: role, PORT: String(at), DATA_DIR: join(folder, role) }))
  }
  const conf = await adaptSite('deploy/compose/nginx.conf', [
    [/resolver .*;/g, ''],
    [/http:\/\/web:3000/g, `http://127.0.0.1:${webPort}`],
    [/http:\/\/s3:3900/g, config.endpoint ?? ''],
    [/listen 80;/g, `listen 127.0.0.1:${port};`],
    [/video-forge-files/g, bucket],
  ])
  stopNginx = await startNginx(folder, conf)
  await vi.waitFor(async () => expect((await fetch(`${site}/readyz`)).status).toBe(200), { timeout: 60_000, interval: 50 })
})
afterAll(async () => {
  await stopNginx?.()
  await Promise.all(processes.map((product) => product.stop()))
  await rm(folder, { recursive: true, force: true })
})

async function call(key: string, token = '', body?: object): Promise<Record<string, unknown>> {
  const [method = '', path = ''] = key.split(' ')
  const answer = await fetch(`${site}/prod/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as Record<string, unknown>
  expect(answer.ok, JSON.stringify(json)).toBe(true)
  return json
}

test('pages, uploads and videos are one origin: what is signed for it S3 takes, and what is not it refuses', {
  timeout: 120_000,
}, async () => {
  const { result } = await call('POST /auth/login', '', { username: 'admin', password: 'Correct-Horse-1' })
  const token = (result as { tokens: { idToken: string } }).tokens.idToken
  const path = join(folder, 'clip.mp4')
  await run('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=1', '-pix_fmt', 'yuv420p', path])

  const address = await call('POST /upload/generate-url', token, { filename: 'clip.mp4', contentType: 'video/mp4' })
  expect(new URL(String(address['uploadUrl'])).origin).toBe(site)
  const sent = await fetch(String(address['uploadUrl']), {
    method: 'PUT',
    body: new Uint8Array(await readFile(path)),
    headers: { 'Content-Type': 'video/mp4' },
  })
  expect(sent.status).toBe(200)
  const wanted = { inputSource: address['s3Key'], outputFormats: ['480p'], title: 'One origin', visibility: 'public' }
  const { id } = (await call('POST /jobs', token, wanted))['job'] as { id: string }
  const status = async () => ((await call(`GET /jobs/${id}`, token))['job'] as { status: string }).status
  await vi.waitFor(async () => expect(await status()).toBe('COMPLETED'), { timeout: 90_000, interval: 200 })

  const { streamUrl } = await call(`GET /gallery/videos/${id}/stream?quality=480p`)
  const played = await fetch(String(streamUrl), { headers: { Range: 'bytes=4-7' } })
  expect([played.status, await played.text(), new URL(played.url).origin]).toEqual([206, 'ftyp', site])
  expect(played.headers.get('content-security-policy')).toContain('sandbox')
  expect((await fetch(`${site}${new URL(played.url).pathname}`)).status).toBe(403)
  expect((await fetch(`${site}/${bucket}/`)).status).toBe(403)
  expect((await fetch(`${site}/metrics`)).status).toBe(404)
})
