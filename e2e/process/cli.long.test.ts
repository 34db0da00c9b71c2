import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../server/testing/free-port.ts'
import { adminPassword, ask, signIn } from '../harness/api-calls.ts'
import { makeClip, makeHollow, withClips } from '../harness/clips.ts'
import { growTo } from '../harness/grow-clip.ts'
import { type HoldingProxy, openHoldingProxy } from '../harness/holding-proxy.ts'
import { type ProductProcess, startProcess } from '../harness/product-process.ts'
import { type Ended, startForge } from '../harness/run-forge.ts'

withClips()
let home = ''
let proxy: HoldingProxy
let product: ProductProcess
let clip = ''
const keys: Record<'all' | 'read', string> = { all: '', read: '' }

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vf-cli-'))
  const port = await freePort()
  proxy = await openHoldingProxy(port)
  product = await startProcess({
    ...{ PORT: String(port), PUBLIC_URL: proxy.url, DATA_DIR: join(home, 'data'), CAPTIONS: 'off' },
    ...{ ADMIN_PASSWORD: adminPassword, MAX_UPLOAD_BYTES: '50000000' },
  })
  const token = await signIn(product)
  const newKey = async (scopes: string[]) => String((await ask(product, 'POST /account/keys', token, { name: 'forge', scopes }))['secret'])
  keys.all = await newKey(['read', 'upload', 'manage', 'admin'])
  keys.read = await newKey(['read'])
  clip = makeClip('holiday.mp4')
})
afterAll(async () => {
  await product?.stop()
  await proxy?.close()
  await rm(home, { recursive: true, force: true })
})

const folders = () => ({ HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') })
const start = (args: readonly string[], more: Record<string, string> = {}) =>
  startForge(args, { ...folders(), FORGE_URL: proxy.url, FORGE_KEY: keys.all, ...more })
const forge = (...args: string[]): Promise<Ended> => start(args).ended
/** The JSON of a command that succeeds. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await forge(...args, '--json')
  if (code !== 0) throw new Error(`forge ${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}
const upload = async (...args: string[]): Promise<string> => (await json('upload', clip, ...args)).uploads[0].id

test('a login from stdin is stored for its owner alone, and only its own site gets the key', async () => {
  const bare = folders()
  const login = await startForge(['login', proxy.url], bare, `${keys.all}\n`).ended
  expect(login).toEqual({ code: 0, stdout: '', stderr: '' })
  expect((await stat(join(home, 'config', 'video-forge', 'login.json'))).mode & 0o777).toBe(0o600)
  const { code, stdout } = await startForge(['whoami', '--json'], bare).ended
  expect([code, JSON.parse(stdout).user.username]).toEqual([0, 'admin'])

  const seen: (string | undefined)[] = []
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(401).end('{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const address = other.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  expect((await startForge(['list', '--url', `http://127.0.0.1:${address.port}`], bare).ended).code).toBe(3)
  expect(seen).toEqual([undefined])

  expect((await startForge(['logout'], bare).ended).code).toBe(0)
  expect((await startForge(['whoami'], bare).ended).code).toBe(3)
  for (const [typed, code, sentence] of [
    ['vf_wrong-wrong-wrong', 3, 'The site does not accept this key.'],
    ['vf_wrong', 2, 'That is not a complete API key.'],
    ['', 2, 'No key was given.'],
  ] as const)
    expect(await startForge(['login', proxy.url], bare, typed).ended).toEqual({ code, stdout: '', stderr: `forge: ${sentence}\n` })
})

test('two files become private videos, which are listed, described, saved, captioned, shared and deleted', async () => {
  const second = makeClip('second.mp4')
  const uploaded = await forge('upload', clip, second, '--tags', 'Summer, Sea', '--formats', '480p', '--wait')
  expect(uploaded.code).toBe(0)
  // In a pipe there are results, and nothing that only a terminal understands.
  expect(uploaded.stderr).toBe('')
  expect(uploaded.stdout).not.toMatch(/[^\P{Cc}\t\n]/u)
  const rows = uploaded.stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(rows.map(([, status, , file]) => [status, file])).toEqual([
    ['COMPLETED', clip],
    ['COMPLETED', second],
  ])
  const id = rows[0]?.[0] ?? ''

  const { videos } = await json('list')
  expect(videos.find((video: { id: string }) => video.id === id)).toMatchObject({
    title: 'holiday',
    visibility: 'private',
    status: 'COMPLETED',
  })
  expect((await json('status', id)).job.status).toBe('COMPLETED')
  const { video } = await ask(product, `GET /gallery/videos/${id}`, keys.all)
  expect(video).toMatchObject({ tags: ['Summer', 'Sea'], visibility: 'private' })

  const saved = join(home, 'saved.mp4')
  expect(await json('download', id, '--quality', 'original', '-o', saved)).toMatchObject({ quality: 'original', file: saved })
  expect(await readFile(saved)).toEqual(await readFile(clip))
  expect((await forge('download', id, '-o', saved)).code).toBe(1)
  expect((await forge('download', id, '--quality', '4k')).code).toBe(4)

  const captions = join(home, 'talk.srt')
  await writeFile(captions, '1\n00:00:00,000 --> 00:00:02,000\nHello there\n')
  const added = (await forge('captions', 'add', id, captions, '--language', 'en')).stdout.trim()
  expect((await json('captions', 'list', id)).captions).toMatchObject([{ id: added, language: 'en', source: 'uploaded' }])
  expect((await forge('captions', 'get', id, '--format', 'txt')).stdout).toContain('Hello there')
  expect((await forge('captions', 'auto', id)).code).not.toBe(0)
  expect((await forge('captions', 'delete', id, added)).code).toBe(2)
  expect((await forge('captions', 'delete', id, added, '--yes')).code).toBe(0)

  const link = (await forge('share', id)).stdout.trim()
  expect(link).toMatch(new RegExp(`^${proxy.url}/video/${id}\\?link=`))
  expect((await json('share', id, '--revoke', 'all')).result).toEqual({ revoked: 1 })

  expect((await forge('delete', id)).code).toBe(2)
  expect((await json('delete', id, '--yes')).deleted).toEqual([{ id, title: 'holiday' }])
  expect((await forge('status', id)).code).toBe(4)
})

test('a partial file is continued, and one of another version is not', async () => {
  const id = await upload('--formats', 'none')
  const path = join(home, 'partial.mp4')
  const whole = await readFile(clip)
  const tag = (await fetch(await downloadUrl(id), { method: 'HEAD' })).headers.get('etag')
  // The first byte of the part is not that of the file: it shows whether the part was used.
  const part = Buffer.concat([Buffer.from('x'), whole.subarray(1, whole.length - 1000)])
  for (const [stored, isUsed] of [
    [tag, true],
    ['"another"', false],
  ] as const) {
    await writeFile(`${path}.part`, part)
    await writeFile(`${path}.part.json`, JSON.stringify({ tag: stored }))
    await json('download', id, '-o', path, '--force')
    const got = await readFile(path)
    expect(got.subarray(1).equals(whole.subarray(1))).toBe(true)
    expect(got.subarray(0, 1).equals(Buffer.from('x'))).toBe(isUsed)
  }
})

test('an account is exported into one archive, and the same command continues it', async () => {
  const id = await upload('--formats', 'none', '--title', 'Exported')
  const path = join(home, 'all.tar')
  const { id: kept, size } = await json('export', '-o', path, '--keep')
  const archive = await readFile(path)
  expect([archive.length, archive.includes(await readFile(clip))]).toEqual([size, true])
  const names = spawnSync('tar', ['-tf', path], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } }).stdout
  expect(names).toContain(' Exported/original.mp4')
  // What an interrupted run leaves behind: the same archive is continued.
  const { export: ready } = (await ask(product, `GET /account/exports/${kept}`, keys.all)) as { export: { downloadUrl: string } }
  const tag = (await fetch(ready.downloadUrl, { method: 'HEAD' })).headers.get('etag')
  const again = join(home, 'again.tar')
  await writeFile(`${again}.part`, archive.subarray(0, 1000))
  await writeFile(`${again}.part.json`, JSON.stringify({ tag }))
  expect(await json('export', '-o', again)).toMatchObject({ id: kept, size })
  expect((await readFile(again)).equals(archive)).toBe(true)
  expect(await ask(product, 'GET /account/exports', keys.all)).toMatchObject({ exports: [] })
  await forge('delete', id, '--yes')
})

const downloadUrl = async (id: string): Promise<string> => {
  const { downloads } = (await ask(product, `GET /gallery/videos/${id}/downloads`, keys.all)) as { downloads: { url: string }[] }
  return downloads[0]?.url ?? ''
}

test('kill -9 in the middle of an upload: the same command sends the rest and makes one video', async () => {
  const size = 40_000_000
  const big = await growTo(makeClip('long.mp4'), size)
  const before = (await json('list')).videos.length
  const reached = proxy.hold(size / 2)
  const killed = start(['upload', big, '--formats', 'none'])
  await reached
  killed.child.kill('SIGKILL')
  await killed.ended

  const interrupted = start(['upload', big, '--formats', 'none'])
  // It asks how much has arrived, and is held at once.
  await proxy.hold(1)
  interrupted.child.kill('SIGINT')
  expect((await interrupted.ended).code).toBe(130)

  proxy.release()
  proxy.takeCount()
  const { uploads } = await json('upload', big, '--formats', 'none')
  expect(uploads).toMatchObject([{ status: 'uploaded' }])
  expect(proxy.takeCount()).toBeLessThan(size * 0.75)
  expect((await json('list')).videos).toHaveLength(before + 1)
  // What was finished is not continued: the same file again is another video.
  expect((await json('upload', big, '--formats', 'none')).uploads[0].id).not.toBe(uploads[0].id)
})

test('kill -9 in the middle of an import: the same command makes each video once, with its date, captions and playlist', async () => {
  const films = join(home, 'films')
  await mkdir(join(films, 'Trips'), { recursive: true })
  const big = join(films, 'Trips', 'walk.mp4')
  await copyFile(clip, join(films, 'harbour.mp4'))
  await writeFile(join(films, 'harbour.json'), JSON.stringify({ title: 'Harbour', date: '2011-02-03', tags: ['Sea'] }))
  await writeFile(join(films, 'harbour.fr.srt'), '1\n00:00:00,000 --> 00:00:02,000\nBonjour\n')
  await copyFile(await growTo(makeClip('walk.mp4'), 20_000_000), big)
  await utimes(big, new Date('2014-05-06T07:08:09Z'), new Date('2014-05-06T07:08:09Z'))
  const command = ['import', films, '--subfolders', 'playlists', '--formats', 'none']
  const before = (await json('list')).videos.length
  const reached = proxy.hold(10_000_000)
  const killed = start(command)
  await reached
  killed.child.kill('SIGKILL')
  await killed.ended
  proxy.release()
  const { items } = await json(...command)
  expect(items.map(({ source, status }: { source: string; status: string }) => [source, status])).toEqual([
    ['harbour.mp4', 'skipped'],
    [join('Trips', 'walk.mp4'), 'done'],
  ])
  expect((await json('list')).videos).toHaveLength(before + 2)
  const [harbour, walk] = items.map(({ videoId }: { videoId: string }) => videoId)
  expect((await ask(product, `GET /gallery/videos/${harbour}`, keys.all))['video']).toMatchObject({
    ...{ title: 'Harbour', tags: ['Sea'], createdAt: '2011-02-03T00:00:00.000Z', visibility: 'private' },
  })
  expect((await json('captions', 'list', harbour)).captions).toMatchObject([{ language: 'fr' }])
  expect((await ask(product, `GET /gallery/videos/${walk}`, keys.all))['video']).toMatchObject({ createdAt: '2014-05-06T07:08:09.000Z' })
  const { playlists } = (await ask(product, 'GET /playlists', keys.all)) as { playlists: { id: string; title: string }[] }
  expect(playlists.map(({ title }) => title)).toEqual(['Trips'])
  expect((await ask(product, `GET /playlists/${playlists[0]?.id}`, keys.all))['playlist']).toMatchObject({ videoIds: [walk] })
  expect((await json(...command)).items.map(({ status }: { status: string }) => status)).toEqual(['skipped', 'skipped'])
})

test('each kind of failure has its exit code and one sentence', async () => {
  const unknown = '0190a000-0000-7000-8000-000000000000'
  const large = await makeHollow('large.mp4', 60_000_000)
  const cases: [number, string[], Record<string, string>?][] = [
    [2, ['nonsense']],
    [2, ['upload']],
    [2, ['list', '--nonsense']],
    [2, ['upload', clip, '--visibility', 'friends']],
    [3, ['upload', clip], { FORGE_KEY: keys.read }],
    [3, ['list'], { FORGE_KEY: 'vf_wrong-wrong-wrong' }],
    [4, ['upload', join(home, 'missing.mp4')]],
    [4, ['status', unknown]],
    [4, ['delete', unknown, '--yes']],
    [5, ['upload', large]],
    [6, ['admin', 'users', '--url', 'http://127.0.0.1:1']],
  ]
  for (const [code, args, more] of cases) {
    const ended = await start(args, { ...more }).ended
    expect([args, ended.code, ended.stdout]).toEqual([args, code, ''])
    expect(ended.stderr).toMatch(/^forge: .+\n$/)
  }
  const [garbage, other] = [join(home, 'bad.mp4'), join(home, 'notes.json')]
  await Promise.all([garbage, other].map((path) => writeFile(path, 'no video at all')))
  for (const [args, sentence] of [
    [['upload', garbage], 'bad.mp4 is not a video that can be read.'],
    [['upload', clip, other], 'notes.json is not a video that the site takes (MP4, MOV, AVI, MKV, WebM).'],
    [['uplaod', clip], 'There is no command "uplaod". Did you mean upload?'],
  ] as const)
    expect((await forge(...args)).stderr).toBe(`forge: ${sentence}\n`)
  const { stderr } = await forge('status', unknown, '--json')
  expect(JSON.parse(stderr).error).toMatchObject({ exitCode: 4, status: 404, code: 'NOT_FOUND' })
})

test('admins see users, jobs, storage and health, and a plan is made without sending the file', async () => {
  expect((await json('admin', 'users')).users).toMatchObject([{ username: 'admin' }])
  expect((await json('admin', 'jobs')).total).toBeGreaterThan(0)
  expect((await json('admin', 'storage')).storage.bucket.totalFiles).toBeGreaterThan(0)
  // On a busy machine a worker can be late with its sign of life.
  await expect.poll(async () => JSON.parse((await forge('admin', 'doctor', '--json')).stdout)).toMatchObject({ isHealthy: true })
  proxy.takeCount()
  const { plan, file } = await json('plan', clip, '--formats', '720p,480p')
  expect(file).toMatchObject({ width: 640, height: 360, videoCodec: 'h264', container: 'mp4' })
  expect(plan.formats.map(({ action }: { action: string }) => action)).toEqual(['skip', expect.stringMatching(/copy|encode/)])
  expect(proxy.takeCount()).toBeLessThan(5000)
})

test('help and version', async () => {
  expect((await forge('help', 'upload')).stdout).toBe((await forge('upload', '--help')).stdout)
  expect(await forge('-v')).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
})

test('bash reads the completion script and offers what it names', async () => {
  const { stdout } = await forge('completion', 'bash')
  expect(spawnSync('bash', ['-n'], { input: stdout, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  const offered = (...words: string[]) => {
    const script = `${stdout}\nCOMP_WORDS=(forge ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _forge; echo "\${COMPREPLY[@]}"`
    return spawnSync('bash', [], { input: script, encoding: 'utf8' }).stdout.trim()
  }
  expect(offered('cap')).toBe('captions')
  expect(offered('captions', 'a')).toBe('add auto')
  expect(offered('upload', 'x.mp4', '--visibility', 'p')).toBe('private public')
  expect(offered('captions', 'add', '--la')).toBe('--language --label')
  expect((await forge('completion', 'zsh')).stdout).toMatch(/^#compdef forge\n/)
})
