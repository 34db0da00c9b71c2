import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type ClipServer, serveClips, slowClip } from '../server/testing/media/clips.ts'
import { type ProductProcess, startProcess } from './harness/product-process.ts'

const run = promisify(execFile)
const password = 'Correct-Horse-1'

let clips: ClipServer
beforeAll(async () => {
  clips = await serveClips({ 'slow.avi': { ...slowClip, times: 3 } })
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
