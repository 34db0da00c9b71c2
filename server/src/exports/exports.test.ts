import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { AccountExport } from '@video-forge/contract/exports'
import { exportSentences } from '@video-forge/contract/rules/export-rules'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clipFile, smallClip } from '../../testing/media/clips.ts'
import { newUser, type Person, type Session } from '../../testing/people.ts'
import { addJob, openSite, type Site } from '../../testing/site.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { newId } from '../platform/database/new-id.ts'
import { createExportLinks } from './export-links.ts'

const run = promisify(execFile)

let site: Site
let owner: Person & Session
let clip: Buffer
let videoId: string
beforeAll(async () => {
  site = await openSite({ TICK_MS: '200' })
  owner = await newUser(site.product, site.mailbox)
  clip = await clipFile('small.mp4', smallClip)
  videoId = await upload('Summer: a "festival"/🎬')
})
afterAll(() => site.stop())

const call = (key: string, body?: unknown, who: Session = owner) =>
  site.product.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })

async function upload(title: string, who: Session = owner): Promise<string> {
  const { body } = await call('POST /upload/generate-url', { filename: 'clip.mp4', contentType: 'video/mp4' }, who)
  await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clip), headers: { 'Content-Type': 'video/mp4' } })
  const confirmed = await call('POST /upload/confirm', { s3Key: body['s3Key'], title }, who)
  return (confirmed.body['video'] as { id: string }).id
}

async function start(body: object = {}, who: Session = owner): Promise<AccountExport> {
  const answer = await call('POST /account/exports', body, who)
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  return answer.body['export'] as AccountExport
}

const ready = (id: string, who: Session = owner): Promise<AccountExport> =>
  vi.waitFor(
    async () => {
      const found = (await call(`GET /account/exports/${id}`, undefined, who)).body['export'] as AccountExport
      expect(found.status).toBe('ready')
      return found
    },
    { timeout: 30_000, interval: 50 },
  )

const addressOf = ({ downloadUrl }: AccountExport): string => String(downloadUrl).replace(/^http:\/\/localhost:\d+/, site.product.url)
const remove = (id: string) => call(`DELETE /account/exports/${id}`)

/** The folder of an archive, unpacked by tar. */
async function unpack({ filename }: AccountExport, archive: Buffer): Promise<string> {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'all.tar'), archive)
  await run('tar', ['-xf', 'all.tar'], { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  return join(folder, filename.replace(/\.tar$/, ''))
}

test('a person prepares an export, resumes its download and unpacks it with tar', { timeout: 60_000 }, async () => {
  expect((await call('GET /account/exports')).body).toMatchObject({
    exports: [],
    size: { videoCount: 1, originalBytes: clip.length, renditionBytes: 0 },
  })
  const started = await start()
  expect(started).toMatchObject({ status: 'preparing', bytes: null, downloadUrl: null, hasRenditions: false })
  const made = await ready(started.id)
  const address = addressOf(made)
  const whole = await fetch(address)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    ...{ 'content-type': 'application/x-tar', 'accept-ranges': 'bytes', 'content-length': String(made.bytes) },
    'content-disposition': expect.stringContaining(`filename="video-forge-${owner.username}-`),
  })
  const archive = Buffer.from(await whole.arrayBuffer())
  const etag = whole.headers.get('etag') ?? ''
  const rest = await fetch(address, { headers: { Range: 'bytes=1000-', 'If-Range': etag } })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 1000-${archive.length - 1}/${archive.length}`])
  expect(Buffer.from(await rest.arrayBuffer()).equals(archive.subarray(1000))).toBe(true)
  expect((await fetch(address, { headers: { Range: 'bytes=5-9', 'If-Range': '"other"' } })).status).toBe(200)
  expect((await fetch(address, { headers: { Range: `bytes=${archive.length}-` } })).status).toBe(416)
  expect((await fetch(address, { method: 'HEAD' })).headers.get('content-length')).toBe(String(archive.length))

  const root = await unpack(made, archive)
  const inside = join(root, 'videos', '0001 Summer a festival 🎬')
  expect((await readFile(join(inside, 'original.mp4'))).equals(clip)).toBe(true)
  expect(JSON.parse(await readFile(join(inside, 'video.json'), 'utf8'))).toMatchObject({ id: videoId, original: { size: clip.length } })
  expect(JSON.parse(await readFile(join(root, 'account.json'), 'utf8'))).toMatchObject({ account: { username: owner.username } })

  const { id } = made
  const other = await newUser(site.product, site.mailbox)
  for (const key of [`GET /account/exports/${id}`, `DELETE /account/exports/${id}`])
    expect((await call(key, undefined, other)).status).toBe(404)
  expect((await remove(id)).status).toBe(200)
  expect((await fetch(address)).status).toBe(404)
  expect((await site.sql.query('select from export_entries')).rowCount).toBe(0)
})

test('an address is for one export, until it expires, while its owner has an account', { timeout: 30_000 }, async () => {
  const made = await ready((await start()).id)
  const at = async (path: string) => (await fetch(`${site.product.url}/exports/${path}`, { method: 'HEAD' })).status
  const [real = '', name = ''] = new URL(addressOf(made)).pathname.split('/').slice(3)
  const inAnHour = new Date(Date.now() + 3_600_000)
  const [forged = ''] = createExportLinks('another secret').pathOf(made.id, name, inAnHour).split('/').slice(3)
  expect(await at(`${made.id}/${real}/${name}`)).toBe(200)
  expect(await at(`${made.id}/${forged}/${name}`)).toBe(404)
  expect(await at(`${videoId}/${real}/${name}`)).toBe(404)
  expect(await at(`not-an-id/${real}/${name}`)).toBe(404)
  const links = createExportLinks('secret')
  const [grant = ''] = links.pathOf(made.id, name, inAnHour).split('/').slice(3)
  expect([links.isValid(made.id, grant), links.isValid(made.id, grant, inAnHour.getTime())]).toEqual([true, false])
  // As long as the export itself: an import by the link may take days.
  const end = Number.parseInt(real.split('.')[0] ?? '', 36) * 1000
  expect(Math.abs(end - Date.parse(made.expiresAt ?? ''))).toBeLessThanOrEqual(1000)
  expect(end - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000)
  const setDisabled = (to: string) => site.sql.query(`update users set disabled_at = ${to} where id = $1`, [owner.user.id])
  await setDisabled('now()')
  expect(await at(`${made.id}/${real}/${name}`)).toBe(404)
  await setDisabled('null')
  await remove(made.id)
})

test('an archive whose file is gone breaks off, and then says why', { timeout: 30_000 }, async () => {
  const gone = await upload('Gone')
  const made = await ready((await start()).id)
  await rm(join(site.product.dataDir, 'storage', 'objects', 'videos', gone, 'original'), { recursive: true })
  await expect(fetch(addressOf(made)).then((response) => response.arrayBuffer())).rejects.toThrow()
  await vi.waitFor(async () => {
    const refused = await fetch(addressOf(made))
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([410, exportSentences.outdated])
  })
  expect((await call(`GET /account/exports/${made.id}`)).body['export']).toMatchObject({ status: 'outdated', downloadUrl: null })
  await remove(made.id)
})

test('a person has one export under way, and three in all, however many calls come at once', { timeout: 60_000 }, async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST /account/exports', {})))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.message))).toEqual(
    new Set([exportSentences.underway]),
  )
  for (const { status, body } of answers) if (status === 202) await ready((body['export'] as AccountExport).id)
  for (let count = 0; count < 2; count += 1) await ready((await start()).id)
  expect((await call('POST /account/exports', {})).body.message).toBe(exportSentences.tooMany)
  expect((await site.sql.query(`select from tasks where ended_at is null`)).rowCount).toBe(0)
  await site.sql.query('delete from exports')
})

test('an account that is deleted while its export is prepared, or after it, leaves nothing and hinders nobody', {
  timeout: 60_000,
}, async () => {
  const left = async () =>
    (
      await site.sql.query(
        `select 'tasks' from tasks where user_id = any($1) union all select 'exports' from exports where user_id = any($1)
        union all select 'items' from task_items where not exists (select from tasks where id = task_id)
        union all select 'entries' from export_entries where not exists (select from exports where id = export_id)`,
        [[early.user.id, late.user.id]],
      )
    ).rows
  const [early, late] = [await newUser(site.product, site.mailbox), await newUser(site.product, site.mailbox)]
  const leave = (who: Person & Session) => call('DELETE /auth/account', { password: who.password }, who)
  for (const who of [early, late]) await upload('Leaving', who)

  // The worker waits in the middle of its first video, with the list of its files.
  await site.sql.query('begin')
  await site.sql.query('lock table export_entries in share mode')
  const { id } = await start({}, early)
  await vi.waitFor(
    async () => {
      const { rows } = await site.sql.query(`select status from task_items where task_id = $1`, [id])
      expect(rows).toEqual([{ status: 'running' }])
    },
    { timeout: 30_000, interval: 50 },
  )
  const leaving = leave(early)
  await site.sql.query('commit')
  expect((await leaving).status).toBe(200)

  const kept = await start({}, late)
  const made = await ready(kept.id, late)
  expect((await leave(late)).status).toBe(200)
  expect((await fetch(addressOf(made))).status).toBe(404)
  expect(await left()).toEqual([])
  const next = await ready((await start()).id)
  await remove(next.id)
  expect(await left()).toEqual([])
})

test('a cancelled export has failed, and does not hinder the next', { timeout: 30_000 }, async () => {
  const { id } = await start()
  await site.sql.query(`update tasks set status = 'cancelled', ended_at = now() where id = $1`, [id])
  await site.sql.query('update exports set bytes = null where id = $1', [id])
  expect((await call(`GET /account/exports/${id}`)).body['export']).toMatchObject({ status: 'failed' })
  const next = await start()
  expect((await remove(next.id)).status).toBe(200)
  await remove(id)
})

test('the metadata file says what its download says, also what became known after it was written', { timeout: 60_000 }, async () => {
  const id = await addJob(site, {
    ...{ userId: owner.user.id, status: 'COMPLETED' as const, title: 'In two codecs' },
    assets: { TRANSCODE_720: 900, METADATA_JSON: 20 },
  })
  const path = join(site.product.dataDir, 'storage', 'objects', 'videos', id, '1', 'METADATA_JSON')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify({ source: { duration: 10 } }))
  await site.sql.query(
    `insert into reencodes (id, job_id, asset_id, format, codec, status, bytes, bytes_before, folder, cpu_seconds, ended_at)
     select $1, job_id, id, '720p', 'av1', 'published', 400, 900, 'videos/x/', 60, now() from assets
     where job_id = $2 and asset_type = 'TRANSCODE_720'`,
    [newId(), id],
  )
  const made = await ready((await start()).id)
  const root = await unpack(made, Buffer.from(await (await fetch(addressOf(made))).arrayBuffer()))
  const folder = (await readdir(join(root, 'videos'))).find((name) => name.endsWith('In two codecs')) ?? ''
  const exported = JSON.parse(await readFile(join(root, 'videos', folder, 'metadata.json'), 'utf8'))
  expect(exported).toMatchObject({ source: { duration: 10 }, codecs: { stored: { h264: 900, av1: 400 } } })
  const { rows } = await site.sql.query(`select id from assets where job_id = $1 and asset_type = 'METADATA_JSON'`, [id])
  const { body } = await call(`GET /jobs/${id}/assets/${rows[0].id}/download`)
  const address = String(body['downloadUrl']).replace(/^http:\/\/localhost:\d+/, site.product.url)
  expect(await (await fetch(address)).json()).toEqual(exported)
  await remove(made.id)
})
