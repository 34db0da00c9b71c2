import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type ClipServer, clipFile, serveClips, slowClip, smallClip } from '../../server/testing/media/clips.ts'
import { type ProductProcess, startProcess } from '../harness/product-process.ts'

const run = promisify(execFile)
const password = 'Correct-Horse-1'

let clips: ClipServer
beforeAll(async () => {
  clips = await serveClips({ 'slow.avi': slowClip(8) })
})
afterAll(() => clips.close())

interface JobView {
  status: string
  progress: number
  asset_count: number
  error_text: string | null
}

test.each([
  ['the product', false],
  ['the product and its database', true],
])(
  'kill -9 of %s in the middle of a job: it continues after the restart and ends COMPLETED once',
  { timeout: 180_000 },
  async (_name, withDatabase) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vf-crash-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const environment = { PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password, ALLOW_PRIVATE_SOURCES: 'true' }

    const first = await startProcess(environment, { ownGroup: true })
    const token = await signIn(first)
    const { job } = await call<{ job: { id: string } }>(first, token, 'POST', '/jobs', {
      inputSource: clips.url('slow.avi'),
      outputFormats: ['480p'],
    })
    const look = async (product: ProductProcess, session: string) =>
      (await call<{ job: JobView }>(product, session, 'GET', `/jobs/${job.id}`)).job
    const before = await vi.waitFor(
      async () => {
        const seen = await look(first, token)
        if (seen.progress <= 6) throw new Error(`${seen.status} ${seen.progress}`)
        return seen
      },
      { timeout: 60_000, interval: 100 },
    )
    const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
    process.kill(-(first.child.pid ?? 0), 'SIGKILL')
    if (withDatabase) process.kill(postmaster, 'SIGKILL')
    await first.stop()
    await vi.waitFor(async () => expect(await programsOn(dataDir)).toEqual([]), { interval: 50 })

    const second = await startProcess(environment)
    const again = await signIn(second)
    let last = before.progress
    await vi.waitFor(
      async () => {
        const seen = await look(second, again)
        expect(seen.progress).toBeGreaterThanOrEqual(last)
        last = seen.progress
        if (seen.status !== 'COMPLETED') throw new Error(`${seen.status} ${seen.progress} ${seen.error_text}`)
      },
      { timeout: 120_000, interval: 100 },
    )
    expect((await look(second, again)).asset_count).toBe(6)
    await second.stop()
    // One attempt's files, the original and what can be watched of the parts; nothing of the attempt that was killed, nothing half received.
    const names = await readdir(join(dataDir, 'storage', 'objects', 'videos', job.id))
    expect(names.map((name) => name.replace(/^parts-.*/, 'parts')).sort()).toEqual(['2', 'original', 'parts'])
    expect(await readdir(join(dataDir, 'storage', 'incoming'))).toEqual([])
    expect(await readdir(join(dataDir, 'scratch'))).toEqual([])
  },
)

test('kill -9 while a new version of a video is made: the old one is watched until the new one is there', {
  timeout: 240_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-crash-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const environment = { PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password }
  const first = await startProcess(environment, { ownGroup: true })
  const token = await signIn(first)
  const upload = async (name: string, contentType: string, content: Buffer): Promise<string> => {
    const body = { filename: name, contentType }
    const { uploadUrl, s3Key } = await call<{ uploadUrl: string; s3Key: string }>(first, token, 'POST', '/upload/generate-url', body)
    await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(content), headers: { 'content-type': contentType } })
    return s3Key
  }
  const inputSource = await upload('small.mp4', 'video/mp4', await clipFile('small.mp4', smallClip))
  const { job } = await call<{ job: { id: string } }>(first, token, 'POST', '/jobs', { inputSource, outputFormats: ['480p'] })
  const reached = (product: ProductProcess, session: string, isThere: (seen: JobView) => boolean) =>
    vi.waitFor(
      async () => {
        const { job: seen } = await call<{ job: JobView }>(product, session, 'GET', `/jobs/${job.id}`)
        if (!isThere(seen)) throw new Error(`${seen.status} ${seen.progress} ${seen.error_text}`)
      },
      { timeout: 120_000, interval: 100 },
    )
  const watched = async (product: ProductProcess, session: string) => {
    const path = `/gallery/videos/${job.id}/stream?quality=480p`
    const { streamUrl, stream } = await call<{ streamUrl: string; stream: { duration: number } }>(product, session, 'GET', path)
    return { status: (await fetch(streamUrl)).status, seconds: Math.round(stream.duration) }
  }
  await reached(first, token, ({ status }) => status === 'COMPLETED')
  const s3Key = await upload('slow.avi', 'video/x-msvideo', await clipFile('slow.avi', slowClip(8)))
  await call(first, token, 'POST', `/gallery/videos/${job.id}/replace`, { s3Key })
  await reached(first, token, ({ status, progress }) => status === 'PROCESSING' && progress > 6)
  expect(await watched(first, token)).toEqual({ status: 200, seconds: 2 })
  process.kill(-(first.child.pid ?? 0), 'SIGKILL')
  await first.stop()

  const second = await startProcess(environment)
  const again = await signIn(second)
  expect(await watched(second, again)).toEqual({ status: 200, seconds: 2 })
  await reached(second, again, ({ status }) => status === 'COMPLETED')
  expect(await watched(second, again)).toEqual({ status: 200, seconds: 8 })
  const folder = join(dataDir, 'storage', 'objects', 'videos', job.id)
  const names = async () => (await readdir(folder)).map((name) => name.replace(/^parts-.*/, 'parts')).sort()
  // Published by the third lease; nothing is left of the first version and of the attempt that was killed.
  await vi.waitFor(async () => expect(await names()).toEqual(['3', 'original', 'parts']), { timeout: 60_000, interval: 200 })
  await vi.waitFor(async () => expect(await readdir(join(folder, 'original'))).toEqual([s3Key.split('/')[1]]), { timeout: 60_000 })
  await second.stop()
})

/** Programs that still work for a product that is gone. */
async function programsOn(dataDir: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'args'])
  return stdout.split('\n').filter((line) => line.includes(dataDir) && /ffmpeg|ffprobe/.test(line))
}

async function call<Body>(product: ProductProcess, token: string, method: string, path: string, body?: object): Promise<Body> {
  const response = await fetch(`${product.url}/prod/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Body
}

async function signIn(product: ProductProcess): Promise<string> {
  const { result } = await call<{ result: { tokens: { idToken: string } } }>(product, '', 'POST', '/auth/login', {
    username: 'admin',
    password,
  })
  return result.tokens.idToken
}
