import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ImportPreview } from '@video-forge/contract/imports'
import type { Task, TaskItem } from '@video-forge/contract/tasks'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { peerTubeVideos, servePeerTube } from '../../testing/imports/peertube-site.ts'
import { serveAnswers } from '../../testing/imports/serve-answers.ts'
import { clipFile } from '../../testing/media/clips.ts'
import { newUser, type Session } from '../../testing/people.ts'
import { openSite } from '../../testing/site.ts'

/** So short that its job costs nothing. */
const clip = await clipFile('tiny.mp4', [
  ...['-f', 'lavfi', '-i', 'color=blue:s=64x64:r=5:d=2', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
])
/** The same film in other bytes: an empty box at its end. */
const otherClip = Buffer.concat([clip, Buffer.from([0, 0, 0, 8]), Buffer.from('free')])
const picture = await clipFile('yellow.jpg', ['-f', 'lavfi', '-i', 'color=yellow:s=64x64', '-frames:v', '1'])

const folder = await mkdtemp(join(tmpdir(), 'vf-import-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await mkdir(join(folder, '.web'))
await writeFile(join(folder, '.web', 'index.html'), '<!doctype html><title>Video Forge</title><div id="root"></div>')
const site = await openSite({ ALLOW_PRIVATE_SOURCES: 'true', IMPORT_DIR: folder, WEB_FOLDER: join(folder, '.web'), TICK_MS: '200' })
afterAll(() => site.stop())
const ada = await newUser(site.product, site.mailbox)
const bob = await newUser(site.product, site.mailbox)

type Who = Session | 'admin'
const call = (key: string, who: Who, body?: unknown) =>
  who === 'admin' ? site.asAdmin(key, body) : site.product.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })

async function startImport(who: Who, request: object): Promise<string> {
  const { status, body } = await call('POST /imports', who, request)
  expect([status, body.message]).toEqual([202, undefined])
  return (body['import'] as Task).id
}

const readImport = async (who: Who, id: string) => (await call(`GET /imports/${id}`, who)).body['import'] as Task & { items: TaskItem[] }

async function completed(who: Who, id: string) {
  await vi.waitFor(async () => expect((await readImport(who, id)).endedAt).not.toBeNull(), { timeout: 60_000, interval: 100 })
  return readImport(who, id)
}

const runImport = async (who: Who, request: object) => completed(who, await startImport(who, request))

const preview = async (who: Who, request: object) => {
  const { body } = await call('POST /imports/preview', who, request)
  return (body['preview'] as ImportPreview | undefined) ?? body.message
}

const row = async (id: string | null | undefined) => (await site.sql.query('select * from videos where id = $1', [id])).rows[0]
const videosOf = async (userId: string) =>
  (await site.sql.query('select id, title from videos where user_id = $1 order by id', [userId])).rows as { id: string; title: string }[]

async function serve(answer: Parameters<typeof serveAnswers>[0]) {
  const server = await serveAnswers(answer)
  onTestFinished(server.close)
  return server
}

test('a list as CSV: previewed, imported with its dates, and the second time nothing is new', { timeout: 90_000 }, async () => {
  const files = await serve(
    () =>
      ({ pathname }) =>
        pathname.endsWith('.mp4') ? { body: pathname === '/a.mp4' ? clip : otherClip } : undefined,
  )
  const { origin } = files
  const list = [
    'title;url;date;tags;visibility;description',
    `"Harbour; at dawn";${origin}/a.mp4;2015-06-01;Sea, North Sea;public;"Two`,
    'lines"',
    `;${origin}/b%20c.mp4;;;;`,
    `Gone;${origin}/gone;2015-06-01;;;`,
    `Odd;${origin}/d.mp4;1/2/2015;;;`,
    'Wrong;ftp://x/y.mp4;;;;',
  ].join('\n')
  const request = { kind: 'urls', list, formats: ['480p'] }
  expect(await preview(ada, request)).toMatchObject({
    count: 5,
    isAtLeast: false,
    duplicates: 0,
    skipped: { count: 2, items: [{ reason: expect.stringContaining('no date') }, { source: 'ftp://x/y.mp4' }] },
    items: [
      { title: 'Harbour; at dawn', date: '2015-06-01T00:00:00.000Z', visibility: 'public' },
      { title: 'b c', visibility: 'private' },
      {},
    ],
  })
  const first = await runImport(ada, request)
  expect(first).toMatchObject({ status: 'completed', counts: { total: 5, done: 2, skipped: 2, failed: 1 } })
  expect(first.items.map(({ status, reason }) => [status, reason])).toEqual([
    ['done', null],
    ['done', null],
    ['failed', 'The server answered with status 404.'],
    ['skipped', 'Line 6: "1/2/2015" is no date. Write it like 2025-04-30.'],
    ['skipped', 'Line 7: "ftp://x/y.mp4" is not a web address. It must start with http:// or https://.'],
  ])
  const video = await row(first.items[0]?.videoId)
  expect(video).toMatchObject({
    title: 'Harbour; at dawn',
    description: 'Two\nlines',
    tags: ['sea', 'north sea'],
    visibility: 'public',
    original_name: 'a.mp4',
  })
  expect(video.created_at.toISOString()).toBe('2015-06-01T00:00:00.000Z')
  expect(await row(first.items[1]?.videoId)).toMatchObject({ title: 'b c', visibility: 'private' })
  // The oldest by its original date, whenever it was imported.
  expect((await videosOf(ada.user.id))[0]).toMatchObject({ title: 'Harbour; at dawn' })
  const fetched = files.requests.filter((path) => path === '/a.mp4').length
  const second = await runImport(ada, request)
  expect(second.counts).toEqual({ total: 5, done: 0, skipped: 4, failed: 1 })
  expect(second.items[0]).toMatchObject({ status: 'skipped', videoId: video.id, reason: 'You have imported this already.' })
  expect(files.requests.filter((path) => path === '/a.mp4').length).toBe(fetched)
  expect(await preview(ada, request)).toMatchObject({ duplicates: 2 })
  // Somebody else has none of them.
  expect(await preview(bob, request)).toMatchObject({ duplicates: 0 })
  expect((await call(`GET /imports/${first.id}`, bob)).status).toBe(404)
  expect(await videosOf(ada.user.id)).toHaveLength(2)
  // The same bytes from another place are imported, and it is said.
  const same = await runImport(ada, { ...request, list: `${origin}/copy.mp4` })
  expect(same.items).toMatchObject([{ status: 'done', reason: 'You have the same file already, as "b c".' }])
})

test('a PeerTube account with captions, chapters, thumbnail, playlist, privacy and old addresses', { timeout: 90_000 }, async () => {
  const tube = await servePeerTube(clip, picture)
  onTestFinished(tube.close)
  const request = { kind: 'peertube', url: `${tube.origin}/a/ada/videos`, token: 'a-token', formats: ['480p'] }
  const done = await runImport(bob, request)
  expect(done).toMatchObject({ status: 'completed', counts: { total: 3, done: 2, skipped: 1 }, message: 'Its videos are in a playlist.' })
  expect(done.items.map(({ status, reason }) => [status, reason])).toEqual([
    ['done', null],
    ['done', null],
    ['skipped', 'A live stream has no file. Import its replay.'],
  ])
  const [harbour, friends] = [await row(done.items[0]?.videoId), await row(done.items[1]?.videoId)]
  expect(harbour).toMatchObject({
    title: 'The harbour at dawn',
    description: '**Filmed** from the pier.',
    visibility: 'public',
    tags: ['sea', 'north sea'],
    chapters: [
      { start: 0, title: 'Start' },
      { start: 1, title: 'Boats' },
    ],
    spoken_language: 'en',
    thumbnail_is_frame: false,
  })
  expect([harbour.created_at.toISOString(), harbour.thumbnail_key]).toEqual([
    '2019-03-02T00:00:00.000Z',
    expect.stringContaining('/thumbnail/'),
  ])
  // Unlisted at PeerTube is for fewer people than public.
  expect(friends).toMatchObject({ title: 'For friends', visibility: 'private', chapters: [] })
  const { rows: captions } = await site.sql.query('select language, content from captions where video_id = $1', [harbour.id])
  expect(captions).toEqual([{ language: 'en', content: expect.stringContaining('Good morning.') }])
  const { rows: listed } = await site.sql.query(
    `select title, visibility, video_id from playlists join playlist_videos on playlist_id = playlists.id where user_id = $1 order by position`,
    [bob.user.id],
  )
  expect(listed).toEqual([friends, harbour].map(({ id }) => ({ title: 'By the sea', visibility: 'public', video_id: id })))
  // The best file, and the token only where it belongs.
  expect(tube.requests.some((path) => path.endsWith('/hls/360-fragmented.mp4'))).toBe(true)
  expect(JSON.stringify((await site.sql.query('select request from tasks')).rows)).not.toContain('a-token')

  const opened = async (path: string) => {
    const answer = await fetch(site.product.url + path, { redirect: 'manual' })
    return [answer.status, answer.headers.get('location')]
  }
  const { uuid, shortUUID } = peerTubeVideos.harbour
  expect(await opened(`/w/${shortUUID}`)).toEqual([301, `/video/${harbour.id}`])
  expect(await opened(`/videos/watch/${uuid}`)).toEqual([301, `/video/${harbour.id}`])
  expect(await opened(`/videos/embed/${uuid}`)).toEqual([301, `/embed/${harbour.id}`])
  expect((await opened(`/w/${peerTubeVideos.unlisted.shortUUID}`))[0]).toBe(404)
  expect((await opened('/w/kkGMgK9ZtnKfYAgnEtQxbX'))[0]).toBe(404)

  // A video in the trash may come back. One that was deleted for good can be imported again; the rest is left out.
  await site.sql.query(`update jobs set status = 'COMPLETED', finished_at = now() where id = $1`, [harbour.id])
  expect((await call(`DELETE /gallery/videos/${harbour.id}`, bob)).status).toBe(200)
  const trashed = await runImport(bob, request)
  expect(trashed.items[0]).toMatchObject({ status: 'skipped', reason: expect.stringContaining('in your trash') })
  expect((await call(`DELETE /trash/${harbour.id}`, bob)).status).toBe(200)
  const again = await runImport(bob, { ...request, visibility: 'private' })
  expect(again.counts).toEqual({ total: 3, done: 1, skipped: 2, failed: 0 })
  expect((await row(again.items[0]?.videoId)).visibility).toBe('private')
})

test('a server that wants fewer requests is asked again when it says', { timeout: 60_000 }, async () => {
  const isLimited = [1, 2, 3]
  const files = await serve(
    () => () => (isLimited.pop() ? { status: 429, headers: { 'retry-after': '0' }, body: 'Too many requests' } : { body: clip }),
  )
  const { items } = await runImport(ada, { kind: 'urls', list: `${files.origin}/busy.mp4`, formats: ['480p'] })
  expect(items).toMatchObject([{ status: 'done' }])
})

test('a MediaCMS that keeps the file of a private video to itself: the report says what to do', { timeout: 60_000 }, async () => {
  const media = { title: 'Secret', media_type: 'video', state: 'private', original_media_url: '/media/secret.mp4' }
  const cms = await serve(() => ({ pathname }) => {
    if (pathname === '/api/v1/media/abc') return { body: media }
    return pathname.endsWith('.mp4') ? { status: 403, body: '' } : undefined
  })
  const { items } = await runImport(ada, { kind: 'mediacms', url: `${cms.origin}/view?m=abc`, token: 'hush', formats: ['480p'] })
  expect(items).toMatchObject([{ status: 'failed', reason: expect.stringContaining('make it unlisted there') }])
})

test("a file of somebody's own machine is described for those who may upload, so many at a time", async () => {
  const file = { path: 'Trips/harbour.mp4', modifiedAt: '2019-05-01T12:00:00Z', beside: [{ name: 'harbour.fr.vtt' }] }
  expect((await site.product.call('POST /imports/describe', { body: file })).status).toBe(401)
  const { body: key } = await call('POST /account/keys', bob, { name: 'reads', scopes: ['read'] })
  expect((await site.product.call('POST /imports/describe', { token: String(key['secret']), body: file })).status).toBe(403)
  expect((await call('POST /imports/describe', bob, file)).body['file']).toMatchObject({
    ...{ title: 'harbour', tags: ['Trips'], createdAt: '2019-05-01T12:00:00.000Z', visibility: 'private' },
    captions: [{ name: 'harbour.fr.vtt', language: 'fr' }],
  })
  for (const [change, status] of [
    [{ path: 'notes.txt' }, 415],
    [{ path: '' }, 400],
    [{ modifiedAt: 'yesterday' }, 400],
    [{ beside: [{ name: 'harbour.txt', bytes: 'not base64!' }] }, 400],
    [{ beside: Array.from({ length: 201 }, () => ({ name: 'harbour.txt' })) }, 400],
  ] as const)
    expect([change, (await call('POST /imports/describe', bob, { ...file, ...change })).status]).toEqual([change, status])
  const all = await Promise.all(Array.from({ length: 120 }, () => call('POST /imports/describe', bob, file)))
  expect(all.some(({ status }) => status === 429)).toBe(true)
})

test('secrets of links are neither in the database nor in a report, and what an earlier version has imported is known', async () => {
  const dora = await newUser(site.product, site.mailbox)
  const files = await serve(
    (origin) =>
      ({ pathname, searchParams }) =>
        searchParams.get('token') !== 'hush'
          ? undefined
          : pathname === '/feed'
            ? {
                body: `<rss><channel><item><title>Old</title><enclosure url="${origin}/old.mp4?token=hush" type="video/mp4"/><podcast:chapters url="${origin}/c.json?token=hush"/></item></channel></rss>`,
              }
            : { body: clip },
  )
  const { origin } = files
  const requests = [
    { kind: 'urls', list: `${origin}/a.mp4?token=hush\n${origin}/gone.mp4?token=hush1\nftp://dora:hush@x/y.mp4`, formats: ['480p'] },
    { kind: 'feed', url: `${origin}/feed?token=hush`, formats: ['480p'] },
  ]
  const seen: unknown[] = []
  for (const request of requests) seen.push(await preview(dora, request), await runImport(dora, request))
  expect(seen).toMatchObject([
    { count: 3, items: [{ source: `${origin}/a.mp4?…` }, { source: `${origin}/gone.mp4?…` }] },
    { counts: { done: 1, failed: 1, skipped: 1 } },
    { items: [{ source: `${origin}/old.mp4?…` }] },
    { counts: { done: 1 } },
  ])
  const { rows } = await site.sql.query(
    `select (select json_agg(tasks) from tasks where user_id = $1) as tasks, (select json_agg(imported_sources) from imported_sources where user_id = $1) as sources,
      (select json_agg(task_items) from task_items join tasks on tasks.id = task_id where user_id = $1) as items`,
    [dora.user.id],
  )
  expect(Object.values(rows[0]).map((found) => (found as unknown[]).length)).toEqual([2, 2, 4])
  for (const shown of [seen, rows]) expect(JSON.stringify(shown)).not.toContain('hush')

  // The keys of an earlier version.
  const former = [`url:${origin}/a.mp4?token=hush`, `feed:${new URL(origin).host}:${origin}/old.mp4?token=hush`]
  await site.sql.query(`update imported_sources set key = $2 where user_id = $1 and key like 'url:%'`, [dora.user.id, former[0]])
  await site.sql.query(`update imported_sources set key = $2 where user_id = $1 and key like 'feed:%'`, [dora.user.id, former[1]])
  for (const request of requests) {
    expect(await preview(dora, request)).toMatchObject({ duplicates: 1 })
    expect((await runImport(dora, request)).items[0]).toMatchObject({ status: 'skipped', reason: 'You have imported this already.' })
  }
  expect(await videosOf(dora.user.id)).toHaveLength(2)
  const keys = await site.sql.query('select key from imported_sources where user_id = $1', [dora.user.id])
  expect(keys.rows.every(({ key }) => /^(url|feed):sha256:/.test(key))).toBe(true)
})

/** A server that sends the beginning of a file and then nothing, until the other side ends the connection. */
async function serveForEver() {
  let arrived = () => {}
  let ended = () => {}
  const [asked, closed] = [new Promise<void>((resolve) => (arrived = resolve)), new Promise<void>((resolve) => (ended = resolve))]
  const server = createServer((_request, response) => {
    response.on('close', ended)
    response.writeHead(200, { 'content-length': clip.length }).write(clip.subarray(0, 100))
    arrived()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, closed }
}

test('an account that is deleted while its import fetches a file: the transfer ends, and nothing is left', async () => {
  const eve = await newUser(site.product, site.mailbox)
  const { origin, asked, closed } = await serveForEver()
  await startImport(eve, { kind: 'urls', list: `${origin}/a.mp4\n${origin}/b.mp4`, formats: ['480p'] })
  await asked
  expect((await call('DELETE /auth/account', eve, { password: eve.password })).status).toBe(200)
  await closed
  const tables = ['tasks', 'imported_sources', 'uploads', 'videos', 'trashed_videos', 'playlists']
  const rows = tables.map((table) => `select '${table}' as name from ${table} where user_id = $1`).join(' union all ')
  expect((await site.sql.query(rows, [eve.user.id])).rows).toEqual([])
  expect((await site.sql.query('select from task_items where not exists (select from tasks where id = task_id)')).rowCount).toBe(0)
  await vi.waitFor(
    async () => expect((await readdir(site.product.dataDir, { recursive: true })).filter((name) => /import-[^/]*$/.test(name))).toEqual([]),
    { timeout: 30_000, interval: 100 },
  )
  // Its place is free for others.
  const files = await serve(() => () => ({ body: clip }))
  const next = await runImport(await newUser(site.product, site.mailbox), {
    kind: 'urls',
    list: `${files.origin}/a.mp4`,
    formats: ['480p'],
  })
  expect(next.counts).toMatchObject({ done: 1 })
})

test('a folder of the server with ugly names and files beside the videos', { timeout: 90_000 }, async () => {
  const ugly = 'Ünï cødé\n"quoted" \u{1F600} #1 %2F .MP4'
  await mkdir(join(folder, 'Trips', 'Été 2020'), { recursive: true })
  const put = (name: string, content: string | Uint8Array) => writeFile(join(folder, 'Trips', name), content)
  await put('talk.mp4', clip)
  await put('talk.de.srt', '1\n00:00:00,000 --> 00:00:01,000\nGuten Tag.\n')
  await put('talk.txt', 'What it is about.')
  await put('talk.info.json', JSON.stringify({ title: 'A talk', upload_date: '20110203', tags: ['Speech'], availability: 'unlisted' }))
  await put('talk.jpg', picture)
  await put('talk.part2.mp4', clip)
  await put('talk.part2.nfo', '<movie><title>Second part</title><plot>More &amp; more</plot><premiered>2012-04-05</premiered></movie>')
  await put(`Été 2020/${ugly}`, clip)
  await put('not a video.mp4', 'just text')
  await put('.hidden.mp4', clip)
  await symlink('/etc/passwd', join(folder, 'Trips', 'out.mp4'))
  const request = { kind: 'folder', path: 'Trips', visibility: 'public', formats: ['480p'], playlist: 'From the disk' }
  expect((await call('POST /imports', ada, request)).body).toMatchObject({ code: 'NOT_ALLOWED' })
  for (const path of ['..', '/etc', 'Trips/talk.mp4', 'none'])
    expect((await call('POST /imports', 'admin', { ...request, path })).body.code, path).toBe('INVALID_INPUT')
  const done = await runImport('admin', request)
  const bySource = new Map(done.items.map((item) => [item.source, item]))
  expect(done.counts).toEqual({ total: 5, done: 3, skipped: 1, failed: 1 })
  expect(bySource.get('not a video.mp4')).toMatchObject({ status: 'failed', reason: expect.stringMatching(/MP4|video/) })
  expect(bySource.get('out.mp4')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('leads out of the folder') })
  const talk = await row(bySource.get('talk.mp4')?.videoId)
  // Its own file says that it is not public.
  expect(talk).toMatchObject({ title: 'A talk', description: 'What it is about.', visibility: 'private', tags: ['speech'] })
  expect(talk.created_at.toISOString()).toBe('2011-02-03T00:00:00.000Z')
  expect(talk.thumbnail_key).not.toBeNull()
  const { rows: captions } = await site.sql.query('select language from captions where video_id = $1', [talk.id])
  expect(captions).toEqual([{ language: 'de' }])
  const second = await row(bySource.get('talk.part2.mp4')?.videoId)
  expect(second).toMatchObject({ title: 'Second part', description: 'More & more', visibility: 'public' })
  const odd = await row(bySource.get(`Été 2020/${ugly}`)?.videoId)
  expect(odd).toMatchObject({ title: 'Ünï cødé "quoted" \u{1F600} #1 %2F', tags: ['été 2020'] })
  const { rows: listed } = await site.sql.query(
    'select count(*)::int as count, visibility from playlists join playlist_videos on playlist_id = playlists.id where title = $1 group by 2',
    ['From the disk'],
  )
  expect(listed).toEqual([{ count: 3, visibility: 'private' }])
})

test('a folder with an unpacked export: as by its link, with playlists in their order, and nothing twice', {
  timeout: 120_000,
}, async () => {
  const moment = '2016-05-04T03:02:01.000Z'
  const [one, two, three] = [1, 2, 3].map((number) => `0190a000-0000-7000-8000-00000000000${number}`)
  const put = async (path: string, content: object | string | Uint8Array) => {
    const file = join(folder, 'Move', 'eve', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content))
  }
  const putVideo = async (place: string, id: string | undefined, record: object) => {
    const shown = { embedDomains: [], allowDownload: true, showViews: true, showHeat: true, language: 'de', hasPassword: false }
    const captions = [{ name: 'captions.de.vtt', size: 60, language: 'de', label: 'Von Hand', source: 'automatic', isDefault: true }]
    const texts = { description: 'About it', tags: ['Sea'], chapters: [], visibility: 'public', createdAt: moment, duration: 2 }
    await put(`videos/${place}/video.json`, {
      version: 1,
      id,
      ...shown,
      ...texts,
      captions,
      thumbnail: { isChosen: true, name: 'thumbnail.jpg', size: 9 },
      ...record,
    })
    await put(`videos/${place}/original.mp4`, clip)
    await put(`videos/${place}/480p.mp4`, clip)
    await put(`videos/${place}/captions.de.vtt`, 'WEBVTT\n\n00:00.000 --> 00:01.000\nGuten Tag.\n')
    await put(`videos/${place}/thumbnail.jpg`, picture)
  }
  await putVideo('0001 First', one, { title: 'First of the export', allowDownload: false })
  await putVideo('0002 Second', two, { title: 'Second of the export', hasPassword: true })
  const list = (id: string, fields: object) => ({
    id,
    description: 'All of it',
    visibility: 'link',
    kind: 'list',
    createdAt: moment,
    ...fields,
  })
  const foreign = '0190a000-0000-7000-8000-0000000000ff'
  await put('playlists.json', {
    version: 1,
    playlists: [
      list('0190a000-0000-7000-8000-000000000901', { title: 'Trips of eve', videoIds: [three, two, foreign, one] }),
      list('0190a000-0000-7000-8000-000000000902', { title: 'Empty one', videoIds: [foreign] }),
    ],
  })
  const person = { username: 'eve', email: 'eve@example.com', createdAt: moment }
  const account = { format: 'video-forge-export', version: 1, exportedAt: moment, site: 'https://eve.example', account: person }
  const request = { kind: 'folder', path: 'Move', formats: ['480p'] }
  const lists = async () =>
    (
      await site.sql.query(
        `select playlists.title, playlists.description, playlists.visibility,
           (select array_agg(videos.title order by position) from playlist_videos join videos on videos.id = video_id where playlist_id = playlists.id) as videos
         from playlists where user_id = $1 and title like '%eve%' or title = 'Empty one' order by playlists.id`,
        [site.adminId],
      )
    ).rows
  // A part of it, before its account is there: known by the path.
  const part = await runImport('admin', { ...request, path: 'Move/eve/videos/0001 First' })
  expect(part.counts).toMatchObject({ total: 1, done: 1 })
  await put('account.json', { ...account, videoCount: 3, hasRenditions: true })
  const done = await runImport('admin', request)
  expect(done.items.map(({ status, videoTitle }) => [status, videoTitle])).toEqual([
    ['skipped', 'First of the export'],
    ['done', 'Second of the export'],
  ])
  expect(done.message).toBe('Its videos are in a playlist.')
  expect(done.items[1]?.reason).toContain('It asked for a password')
  const first = await row(part.items[0]?.videoId)
  expect(first).toMatchObject({ visibility: 'public', allow_download: false, tag_names: ['Sea'], description: 'About it' })
  expect([first.created_at.toISOString(), first.thumbnail_key === null]).toEqual([moment, false])
  expect(await row(done.items[1]?.videoId)).toMatchObject({ visibility: 'private' })
  const { rows: captions } = await site.sql.query('select language, label, source from captions where video_id = $1', [first.id])
  expect(captions).toEqual([{ language: 'de', label: 'Von Hand', source: 'automatic' }])
  const trips = { title: 'Trips of eve', description: 'All of it', visibility: 'link' }
  expect(await lists()).toEqual([{ ...trips, videos: ['Second of the export', 'First of the export'] }])
  // A video that comes later takes its place in the playlist; everything else stays.
  await putVideo('0003 Third', three, { title: 'Third of the export' })
  const second = await runImport('admin', request)
  expect(second.counts).toEqual({ total: 3, done: 1, skipped: 2, failed: 0 })
  expect(await lists()).toEqual([{ ...trips, videos: ['Third of the export', 'Second of the export', 'First of the export'] }])
  const again = await runImport('admin', request)
  expect(again.counts).toEqual({ total: 3, done: 0, skipped: 3, failed: 0 })
  expect(await lists()).toHaveLength(1)
  // Nobody sees more than before, and what is wrong is said.
  await site.sql.query(`delete from playlists where title = 'Trips of eve'`)
  await runImport('admin', { ...request, visibility: 'private' })
  expect(await lists()).toMatchObject([{ visibility: 'private' }])
  await put('playlists.json', { version: 1, playlists: [{ title: 'Odd' }] })
  const odd = await runImport('admin', request)
  expect(odd.items.find(({ source }) => source.endsWith('playlists.json'))).toMatchObject({
    status: 'skipped',
    reason: 'The playlists of this export are not as a site writes them, so they are not made.',
  })
})

test('a cancelled import ends within seconds, and leaves neither an upload nor a claim', { timeout: 60_000 }, async () => {
  let asked = 0
  // Sends the beginning of a file and never its end.
  const slow = await serve(() => () => {
    asked += 1
    return { headers: { 'content-length': '100000' }, body: new Uint8Array(10) }
  })
  const list = Array.from({ length: 5 }, (_, index) => `${slow.origin}/${index}.mp4`).join('\n')
  const id = await startImport(ada, { kind: 'urls', list })
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 30_000 })
  expect((await call(`POST /imports/${id}/cancel`, bob)).status).toBe(404)
  expect((await call(`POST /imports/${id}/cancel`, ada)).body['import']).toMatchObject({ status: 'cancelled' })
  const left = async () => (await site.sql.query('select key from imported_sources where task_id = $1 and not is_taken', [id])).rows
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000, interval: 200 })
  expect((await site.sql.query('select id from uploads where user_id = $1 and confirmed_at is null', [ada.user.id])).rows).toEqual([])
})

test.each([
  [{ kind: 'tape' }, 'Choose what to import from'],
  [{ kind: 'urls', list: '' }, 'Paste addresses'],
  [{ kind: 'feed', url: 'not an address' }, 'This is not a web address'],
  [{ kind: 'peertube' }, 'Enter the address of the PeerTube'],
  [{ kind: 'peertube', url: 'https://tube.example/w/p/kkGMgK9Z' }, 'A playlist cannot be imported by itself'],
  [{ kind: 'mediacms', url: 'https://cms.example/search?q=sea' }, 'not the address of a MediaCMS site'],
])('%o is refused with a sentence', async (request, sentence) => {
  const { status, body } = await call('POST /imports', ada, request)
  expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)])
})

test('a feed is read in the encoding that its server names', async () => {
  const [start, end] = ['<rss><channel><item><title>', '</title><enclosure url="/a.mp4" type="video/mp4"/></item></channel></rss>']
  const body = Buffer.concat([Buffer.from(start), Buffer.from([0xcf, 0xf0, 0xe8]), Buffer.from(end)])
  const other = await serve(() => () => ({ headers: { 'content-type': 'text/xml; charset=windows-1251' }, body }))
  expect(await preview(ada, { kind: 'feed', url: other.origin })).toMatchObject({ items: [{ title: 'При' }] })
})

test('a server that is not what it should be is named in the preview', async () => {
  const other = await serve(() => () => ({ body: '<html>Welcome</html>' }))
  expect(await preview(ada, { kind: 'peertube', url: other.origin })).toContain('did not answer as expected')
  expect(await preview(ada, { kind: 'feed', url: other.origin })).toBe('This address is not an RSS or Atom feed.')
})
