import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startAndFail, startProcess } from '../harness/product-process.ts'

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vf process '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('a start', () => {
  test('says in three lines where to open it, who the admin is and where data lives', async () => {
    const dataDir = await dataFolder()
    const product = await startProcess({ PORT: '0', DATA_DIR: dataDir })
    expect(product.lines).toHaveLength(3)
    expect(product.lines[0]).toMatch(/^Video Forge is ready: open http:\/\/localhost:\d+$/)
    expect(product.lines[1]).toMatch(/^Admin: admin <admin@localhost>, password \S{16} \(shown only this once\)$/)
    expect(product.lines[2]).toBe(`Data: ${dataDir}`)
    const password = /password (\S+)/.exec(product.lines[1] ?? '')?.[1]
    const signIn = await fetch(`${product.url}/prod/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
    expect(signIn.status).toBe(200)
    await product.stop()

    const again = await startProcess({ PORT: '0', DATA_DIR: dataDir })
    expect(again.lines[1]).toBe('Admin: admin <admin@localhost>')
    await again.stop()
  })

  test.each([
    ['PORT', 'eighty'],
    ['ROLE', 'boss'],
    ['DATABASE_URL', 'mysql://nope'],
    ['MAX_CONCURRENT_JOBS', '0'],
    ['SMTP_URL', 'mail.example.com'],
    ['FFMPEG_PATH', '/no/such/ffmpeg'],
  ])('with a wrong %s stops with one line that names it', async (name, value) => {
    const { code, stdout, stderr } = await startAndFail({ DATA_DIR: await dataFolder(), PORT: '0', [name]: value })
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{')),
    ).toEqual([expect.stringContaining(name)])
  })

  test('on a port that is taken says so in one line', async () => {
    const first = await startProcess({ PORT: '0', DATA_DIR: await dataFolder() })
    const port = new URL(first.url).port
    const { code, stderr } = await startAndFail({ PORT: port, DATA_DIR: await dataFolder() })
    expect(code).toBe(1)
    expect(stderr.trim().split('\n').at(-1)).toMatch(new RegExp(`^PORT ${port} is taken`))
    await first.stop()
  })
})

describe('a stop', () => {
  // One folder for them all, made once.
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vf process '))
    return () => rm(dataDir, { recursive: true, force: true })
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s is orderly, even with a connection open', async (signal) => {
    const product = await startProcess({ PORT: '0', DATA_DIR: dataDir })
    await fetch(`${product.url}/healthz`)
    expect(await product.stop(signal)).toBe(0)
    expect(product.stderr()).toContain('"msg":"stopped"')
  })

  test('by a signal that comes twice, from the terminal and from npm, is orderly', async () => {
    const product = await startProcess({ PORT: '0', DATA_DIR: dataDir })
    product.child.kill('SIGINT')
    await wait(50)
    expect(await product.stop('SIGINT')).toBe(0)
    expect(product.stderr()).toContain('"msg":"stopped"')
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('by %s to npm is orderly and leaves no process behind', async (signal) => {
    const product = await startProcess({ PORT: '0', DATA_DIR: dataDir }, { throughNpm: true })
    // Ends when nobody holds the output any more: npm, and the product it started.
    await product.stop(signal)
    expect(product.stderr()).toContain('"msg":"stopped"')
    await vi.waitFor(async () => expect(await databaseProcesses(dataDir)).toEqual([]), { interval: 50 })
    await expect(fetch(product.url)).rejects.toThrow()
  })

  test('by kill -9 is followed by the end of the embedded database', async () => {
    const product = await startProcess({ PORT: '0', DATA_DIR: dataDir })
    expect(await databaseProcesses(dataDir)).not.toEqual([])
    await product.stop('SIGKILL')
    await vi.waitFor(async () => expect(await databaseProcesses(dataDir)).toEqual([]), { interval: 50 })
  })

  test('takes the embedded database with it', async () => {
    const product = await startProcess({ PORT: '0', DATA_DIR: dataDir })
    expect(await readdir(join(dataDir, 'postgres'))).toContain('postmaster.pid')
    await product.stop()
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })
})

test('every file of the product and of a backup is closed to other users, whatever the umask', { timeout: 240_000 }, async () => {
  const folder = await dataFolder()
  const environment = { PORT: '0', DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: 'Correct-Horse-1' }
  const product = await startProcess(environment, { umask: '000' })
  const call = async (method: string, path: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return (await fetch(`${product.url}/prod/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json()
  }
  await call('POST', '/auth/register-with-group', { username: 'jule', email: 'jule@example.com', password: 'Correct-Horse-2' })
  const { result } = await call('POST', '/auth/login', { username: 'admin', password: 'Correct-Horse-1' })
  const token: string = result.tokens.idToken
  const request = { inputSource: 'local-sample.mp4', outputFormats: ['480p'] }
  const { job } = await call('POST', '/jobs', request, token)
  await vi.waitFor(
    async () => {
      expect(await openToOthers(folder)).toEqual([])
      expect((await call('GET', `/jobs/${job.id}`, undefined, token)).job.status).toBe('COMPLETED')
    },
    { timeout: 180_000, interval: 200 },
  )
  const backup = await startAndFail(environment, { umask: '000', args: ['backup', join(folder, 'backup')] })
  expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining('Backed up') })
  await product.stop()
  expect(await openToOthers(folder)).toEqual([])
  const names = (await readdir(folder, { recursive: true })).join('\n')
  for (const made of [/\.eml$/m, /^data\/storage\/objects\/.*mp4$/m, /^data\/samples\//m, /^backup\/.*mp4$/m]) expect(names).toMatch(made)
})

/** Paths below the folder that somebody else may read, write or enter. */
async function openToOthers(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true })
  const infos = await Promise.all(paths.map((path) => lstat(join(folder, path)).catch(() => undefined)))
  return paths.filter((_path, index) => ((infos[index]?.mode ?? 0) & 0o077) !== 0)
}

test('a worker says that it is one and shows its health', async () => {
  const worker = await startProcess({ PORT: '0', DATA_DIR: await dataFolder(), ROLE: 'worker' })
  expect(worker.lines[0]).toMatch(/^Video Forge worker is ready/)
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
  await worker.stop()
})

/** The command lines of the database on this folder and of its guard. */
async function databaseProcesses(dataDir: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(`${dataDir}/postgres`))
}
