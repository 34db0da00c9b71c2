import { chown, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { serveClips, smallClip } from '../../testing/media/clips.ts'
import { signInAdmin } from '../../testing/people.ts'
import { startProduct, type TestProduct } from '../../testing/product.ts'
import { createDatabaseUrl, createMigratedUrl } from '../../testing/services/test-database.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { parseConfig } from '../config.ts'
import { backUp } from './back-up.ts'
import { filePath, listPath, manifestPath, parseNamedFile, readManifest, rowsPath } from './manifest.ts'
import { restore } from './restore.ts'
import { readLines, writeLines } from './row-files.ts'

let isHeld = true
const clips = await serveClips(
  { 'small.mp4': smallClip },
  {
    // The first request never gets an answer, so that the job runs for as long as the backup takes.
    '/held.mp4': (_request, response) => {
      if (!isHeld) response.writeHead(302, { location: '/small.mp4' }).end()
      isHeld = false
    },
  },
)
afterAll(() => clips.close())
const folder = await mkdtemp(join(tmpdir(), 'vf-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const product = await startProduct({ ALLOW_PRIVATE_SOURCES: 'true' })
afterAll(() => product.stop())
const token = (await signInAdmin(product)).tokens.idToken

let videoId: string
let runningId: string
/** The keys of two files of the finished video. */
let videoKey: string
let pictureKey: string
let thumbnailKey: string

const configOf = (environment: Record<string, string>) => parseConfig(environment, '/')
const sourceConfig = () => configOf({ DATA_DIR: product.dataDir, DATABASE_URL: product.databaseUrl })

async function submit(inputSource: string, title: string): Promise<string> {
  const body = { inputSource, outputFormats: ['480p'], title, visibility: 'public' }
  const answer = await product.call('POST /jobs', { token, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return (answer.body['job'] as { id: string }).id
}

const statusOf = async (site: TestProduct, session: string, id: string) =>
  ((await site.call(`GET /jobs/${id}`, { token: session })).body['job'] as { status: string }).status

const untilStatus = (site: TestProduct, session: string, id: string, status: string) =>
  vi.waitFor(async () => expect(await statusOf(site, session, id)).toBe(status), { timeout: 100_000, interval: 100 })

/** Every file of a video, as a viewer gets it. */
async function watch(site: TestProduct, id: string): Promise<Buffer> {
  const { body } = await site.call(`GET /gallery/videos/${id}/stream?quality=480p`)
  const { pathname } = new URL(String(body['streamUrl']), site.url)
  const answer = await fetch(site.url + pathname)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** The text of its captions, and the bytes that they count. */
async function captionsOf(site: TestProduct): Promise<string> {
  const { body } = await site.call(`GET /gallery/videos/${videoId}/captions`)
  const [caption] = body['captions'] as { url: string }[]
  const { result } = (await site.call('GET /admin/storage/stats', { token: (await signInAdmin(site)).tokens.idToken })).body
  const kind = (result as { byKind: { kind: string }[] }).byKind.find((each) => each.kind === 'CAPTIONS')
  return JSON.stringify([await (await fetch(site.url + new URL(caption?.url ?? '', site.url).pathname)).text(), kind])
}

/** The sentences that a visitor finds by a word that is said. */
async function sentencesWith(site: TestProduct, word: string) {
  const { body } = await site.call(`GET /gallery/search?q=${encodeURIComponent(word)}`)
  const results = body['results'] as { video: { id: string }; matches: { start: number; text: string }[] }[]
  return results.map(({ video, matches }) => [video.id, ...matches.map(({ start, text }) => [start, text])])
}

beforeAll(async () => {
  videoId = await submit(clips.url('small.mp4'), 'Über alles „gesichert“')
  await untilStatus(product, token, videoId, 'COMPLETED')
  const chosen = await product.call(`POST /gallery/videos/${videoId}/thumbnail`, { token, body: { time: 1 } })
  expect(chosen.status, JSON.stringify(chosen.body)).toBe(200)
  const content = 'WEBVTT\n\n00:01.000 --> 00:02.000\nGrüße\n'
  await product.call(`POST /gallery/videos/${videoId}/captions`, { token, body: { language: 'de', content } })
  runningId = await submit(clips.url('held.mp4'), 'Still running')
  await untilStatus(product, token, runningId, 'DOWNLOADING')
  const made = await backUp(sourceConfig(), folder, silentLog)
  expect(await statusOf(product, token, runningId)).toBe('DOWNLOADING')
  expect(made).toMatchObject({ rows: { users: 1, videos: 2, jobs: 2 }, missing: [], deletedMeanwhile: [] })
  expect((await product.call(`POST /jobs/${runningId}/cancel`, { token })).status).toBe(200)
  for await (const line of readLines(listPath(folder, made.rowsFolder))) {
    const { key, size } = parseNamedFile(line)
    if (key.endsWith('.mp4') && size !== null) videoKey = key
    if (key.endsWith('.gif')) pictureKey = key
    if (key.includes('/thumbnail/')) thumbnailKey = key
  }
  expect(await readFile(filePath(folder, thumbnailKey))).not.toHaveLength(0)
}, 150_000)

test('a backup made while a job runs restores a whole site: videos byte for byte, users, and the job continues', {
  timeout: 150_000,
}, async () => {
  const dataDir = await temporaryFolder()
  // From an external database into an embedded one: a backup does not depend on either.
  await restore(configOf({ DATA_DIR: dataDir }), folder, silentLog)
  const site = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: '', ALLOW_PRIVATE_SOURCES: 'true', TICK_MS: '200' })
  onTestFinished(() => site.stop())
  // The password hash and the signing secret are restored, so the old token is still valid.
  expect((await site.call('GET /auth/profile', { token })).status).toBe(200)
  const session = (await signInAdmin(site)).tokens.idToken
  expect((await watch(site, videoId)).equals(await watch(product, videoId))).toBe(true)
  const view = async (at: TestProduct) => JSON.stringify((await at.call(`GET /gallery/videos/${videoId}`)).body)
  expect((await view(site)).replaceAll(site.url, '')).toBe((await view(product)).replaceAll(product.url, ''))
  expect(await captionsOf(site)).toContain('Grüße')
  expect(await captionsOf(site)).toBe(await captionsOf(product))
  // A backup has no documents of the search; a task writes them again.
  expect(await sentencesWith(product, 'grüße')).toEqual([[videoId, [1, 'Grüße']]])
  const isFound = async () => expect(await sentencesWith(site, 'grüße')).toEqual(await sentencesWith(product, 'grüße'))
  await vi.waitFor(isFound, { timeout: 60_000, interval: 100 })
  const stats = async (at: TestProduct) => (await at.call('GET /admin/jobs/stats', { token: session })).body['stats']
  expect(await stats(site)).toMatchObject({ totalUsers: 1, jobStats: { COMPLETED: 1 } })
  await untilStatus(site, session, runningId, 'COMPLETED')
  // Sequences continue, and so do the counters of the triggers.
  expect(await stats(site)).toMatchObject({ jobStats: { COMPLETED: 2 } })
})

test('never restores into a site with users', async () => {
  const before = await product.call('GET /gallery/videos')
  await expect(restore(sourceConfig(), folder, silentLog)).rejects.toThrow('This site is not empty')
  expect((await product.call('GET /gallery/videos')).body).toEqual(before.body)
})

test('a backup with a missing or incomplete file restores nothing, and can be repeated once it is complete', async () => {
  const spare = await temporaryFolder()
  const manifest = await backUp(sourceConfig(), spare, silentLog)
  const asset = filePath(spare, videoKey)
  const whole = await readFile(asset)
  const target = configOf({ DATA_DIR: await temporaryFolder(), DATABASE_URL: await createDatabaseUrl() })
  await truncate(asset, whole.length - 1)
  await expect(restore(target, spare, silentLog)).rejects.toThrow(/^Nothing was restored: 1 files are missing or incomplete/)
  await rm(asset)
  await expect(restore(target, spare, silentLog)).rejects.toThrow(/^Nothing was restored/)
  await writeFile(asset, whole)
  expect(await restore(target, spare, silentLog)).toEqual(manifest)
})

test('a second backup into the same folder copies new files, removes deleted ones, and lists lost ones', {
  timeout: 60_000,
}, async () => {
  const again = await temporaryFolder()
  await backUp(sourceConfig(), again, silentLog)
  const [kept, stray] = [filePath(again, videoKey), filePath(again, 'videos/gone/1/480p.mp4')]
  await writeFile(kept, Buffer.alloc((await readFile(kept)).length, 'unchanged'))
  await mkdir(join(stray, '..'), { recursive: true })
  await writeFile(stray, 'of a video that was deleted')
  const lost = join(product.dataDir, 'storage', 'objects', pictureKey)
  const gif = await readFile(lost)
  await rm(lost)
  onTestFinished(() => writeFile(lost, gif))
  await rm(filePath(again, pictureKey))
  const second = await backUp(sourceConfig(), again, silentLog)
  // The content of a key never changes, so a file of the right size is not copied again.
  expect((await readFile(kept)).subarray(0, 9).toString()).toBe('unchanged')
  await expect(readFile(stray)).rejects.toThrow('ENOENT')
  expect([second.missing, second.deletedMeanwhile]).toEqual([[pictureKey], []])
  expect(readManifest(again)).toEqual(second)
})

test('backs up only rows, for storage that has a backup of its own', async () => {
  const rowsOnly = await temporaryFolder()
  const { files } = await backUp(sourceConfig(), rowsOnly, silentLog, { leaveFiles: true })
  expect(files).toEqual({ kind: 'left in place', count: 0, bytes: 0 })
  const database = await createMigratedUrl()
  await expect(restore(configOf({ DATA_DIR: await temporaryFolder(), DATABASE_URL: database }), rowsOnly, silentLog)).rejects.toThrow(
    'Nothing was restored',
  )
  await restore(configOf({ DATA_DIR: product.dataDir, DATABASE_URL: database }), rowsOnly, silentLog)
})

test('rejects a folder that is no site or belongs to another user', async () => {
  const dataDir = await temporaryFolder()
  await expect(backUp(configOf({ DATA_DIR: dataDir }), folder, silentLog)).rejects.toThrow(`There is no site in ${dataDir}`)
  if (process.getuid?.() !== 0) return
  await mkdir(join(dataDir, 'postgres'))
  await chown(join(dataDir, 'postgres'), 1234, 1234)
  await expect(backUp(configOf({ DATA_DIR: dataDir }), folder, silentLog)).rejects.toThrow('Run this as that user')
})

test('rejects a folder without a backup, and one of a newer version', async () => {
  const target = configOf({ DATA_DIR: await temporaryFolder(), DATABASE_URL: await createDatabaseUrl() })
  const empty = await temporaryFolder()
  await expect(restore(target, empty, silentLog)).rejects.toThrow(`There is no backup in ${empty}`)
  const manifest = readManifest(folder)
  await writeFile(join(empty, 'backup.json'), JSON.stringify({ ...manifest, schema: '9999-future' }))
  await expect(restore(target, empty, silentLog)).rejects.toThrow("This version knows no schema '9999-future'")
})

test('skips tables that are useless on another server, also in backups of an earlier version', async () => {
  const spare = await temporaryFolder()
  const manifest = await backUp(sourceConfig(), spare, silentLog, { leaveFiles: true })
  const rows = writeLines(rowsPath(spare, manifest.rowsFolder, 'site_rounds'))
  await rows.write([JSON.stringify({ only_row: true, begun_at: new Date().toISOString() })])
  await rows.end()
  await writeFile(manifestPath(spare), JSON.stringify({ ...manifest, rows: { ...manifest.rows, site_rounds: 1 } }))
  const target = configOf({ DATA_DIR: product.dataDir, DATABASE_URL: await createMigratedUrl() })
  expect((await restore(target, spare, silentLog)).rows['videos']).toBe(2)
})
