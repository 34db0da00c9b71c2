import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUser, type Session } from '../../testing/people.ts'
import { databaseAt } from '../../testing/services/database-at.ts'
import { addJob, openSite, type Site } from '../../testing/site.ts'
import { newId } from '../platform/database/new-id.ts'
import { emptyTrash } from './empty-trash-task.ts'

let site: Site
let owner: Session
let stranger: Session
beforeAll(async () => {
  site = await openSite()
  owner = await newUser(site.product, site.mailbox)
  stranger = await newUser(site.product, site.mailbox)
})
afterAll(() => site.stop())

const as = (who: Session, key: string, body?: unknown) =>
  site.product.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })
const inTrash = async (who = owner) => (await as(who, 'GET /trash')).body['videos'] as { id: string; bytes: number; canRestore: boolean }[]
const status = async (key: string, who = owner) => (await as(who, key)).status

const discarded = async (id: string) =>
  (await site.sql.query('select from discarded_files where prefix = $1', [`videos/${id}/`])).rowCount === 1

/** Every table with rows of a video, and the column that says of which. */
const tables = {
  videos: 'id',
  jobs: 'id',
  assets: 'job_id',
  job_events: 'job_id',
  captions: 'video_id',
  transcriptions: 'video_id',
  share_links: 'video_id',
  playlist_videos: 'video_id',
  watch_history: 'video_id',
  play_days: 'subject',
  play_hosts: 'subject',
  search_documents: 'video_id',
  open_words: 'video_id',
}

const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b))

async function rowsOf(id: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [table, column] of Object.entries(tables)) {
    const { rows } = await site.sql.query(`select to_jsonb(one) as row from ${table} as one where ${column} = $1`, [id])
    found[table] = rows.map(({ row }) => row).sort(byText)
  }
  return found
}

async function bytesOf(userId: string): Promise<number[]> {
  const { rows } = await site.sql.query(
    `select sum(bytes)::int as bytes, sum(count)::int as count from tallies where kind = 'owner' and name = $1`,
    [userId],
  )
  return [rows[0].bytes, rows[0].count]
}

/** A video with a row in every table. */
async function addRichVideo(userId = owner.user.id): Promise<string> {
  const id = await addJob(site, { userId, status: 'COMPLETED', title: 'Harbour', assets: { TRANSCODE_480: 500, THUMBNAIL: 20 } })
  const [playlist, mine] = [newId(), newId()]
  const queries: [string, unknown[]][] = [
    [
      `update videos set tags = '{sea,north sea}', view_count = 7, waiting_bytes = 40, thumbnail_key = $2, thumbnail_bytes = 3 where id = $1`,
      [id, `videos/${id}/thumbnail/1.jpg`],
    ],
    [
      `insert into captions (id, video_id, language, label, source, content, bytes, is_default)
      values ($2, $1, 'en', 'English', 'automatic', 'WEBVTT', 6, true)`,
      [id, newId()],
    ],
    [`insert into transcriptions (video_id, user_id, language, status) values ($1, $2, 'en', 'failed')`, [id, userId]],
    [
      `insert into share_links (id, video_id, token_hash, expires_at) values ($2::uuid, $1, decode(md5($2::uuid::text), 'hex'), now() + interval '1 day')`,
      [id, newId()],
    ],
    [
      `insert into playlists (id, user_id, title, visibility) values ($1, $2, 'Later', 'private'), ($3, $2, 'Sea', 'public')`,
      [playlist, stranger.user.id, mine],
    ],
    [`insert into playlist_videos (playlist_id, video_id, position) values ($2, $1, 3), ($3, $1, 1)`, [id, playlist, mine]],
    [`insert into watch_history (user_id, video_id, seconds) values ($2, $1, 3.25)`, [id, stranger.user.id]],
    [`insert into play_days (subject, day, views, reached) values ($1, '2026-01-02', 5, '{5,4}')`, [id]],
    [`insert into play_hosts (subject, day, host, views) values ($1, '2026-01-02', 'example.org', 5)`, [id]],
  ]
  for (const [query, values] of queries) await site.sql.query(query, values)
  return id
}

describe('a deleted video', () => {
  test('is restored with everything that belonged to it, and only with that', async () => {
    const id = await addRichVideo()
    const other = await addRichVideo()
    const [before, otherBefore, used] = [await rowsOf(id), await rowsOf(other), await bytesOf(owner.user.id)]
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])

    expect((await as(owner, `DELETE /jobs/${id}`)).body).toEqual({ success: true, result: { id } })
    expect(Object.values(await rowsOf(id)).flat()).toEqual([])
    expect(await bytesOf(owner.user.id)).toEqual(used)
    expect((await inTrash()).map((video) => [video.id, video.bytes])).toEqual([[id, 569]])

    expect((await as(owner, `POST /trash/${id}/restore`)).body).toEqual({ success: true, result: { id } })
    // Whoever watched it may have deleted their history since.
    expect(await rowsOf(id)).toEqual({ ...before, watch_history: [] })
    expect(await rowsOf(other)).toEqual(otherBefore)
    expect(await bytesOf(owner.user.id)).toEqual(used)
    expect(await inTrash()).toEqual([])
    await site.sql.query('select recount_tallies()')
    expect(await bytesOf(owner.user.id)).toEqual(used)
    expect(await status(`POST /trash/${id}/restore`)).toBe(404)
  })

  test('does not exist for anybody, its owner and admins included', async () => {
    const id = await addRichVideo()
    const paths = [`GET /gallery/videos/${id}`, `GET /gallery/videos/${id}/stream`, `GET /jobs/${id}`, `GET /jobs/${id}/assets`]
    for (const path of paths) expect([path, await status(path)]).toEqual([path, 200])
    expect((await as(owner, `DELETE /gallery/videos/${id}`)).body).toEqual({ success: true, result: { id } })
    for (const path of paths) expect([path, await status(path)]).toEqual([path, 404])
    for (const path of [`GET /gallery/videos/${id}`, `GET /admin/jobs/${id}`])
      expect([path, (await site.asAdmin(path)).status]).toEqual([path, 404])
    expect(await status(`DELETE /jobs/${id}`)).toBe(404)
    expect(await status(`DELETE /gallery/videos/${id}`)).toBe(404)
    expect(JSON.stringify((await as(owner, 'GET /jobs')).body)).not.toContain(id)
  })

  test('is nothing for others, who can neither restore nor erase it', async () => {
    const id = await addRichVideo()
    await as(owner, `DELETE /jobs/${id}`)
    expect(JSON.stringify((await as(stranger, 'GET /trash')).body)).not.toContain(id)
    expect(await status(`POST /trash/${id}/restore`, stranger)).toBe(404)
    expect(await status(`DELETE /trash/${id}`, stranger)).toBe(404)
    expect((await inTrash()).some((video) => video.id === id)).toBe(true)
  })

  test('leaves out what is gone meanwhile', async () => {
    const id = await addRichVideo()
    await as(owner, `DELETE /jobs/${id}`)
    await site.sql.query(`delete from playlists where title = 'Sea'`)
    expect(await status(`POST /trash/${id}/restore`)).toBe(200)
    expect((await rowsOf(id))['playlist_videos']).toHaveLength(1)
  })

  test('comes back in no history, not even one that an earlier version has kept', async () => {
    const id = await addRichVideo()
    await as(owner, `DELETE /jobs/${id}`)
    const kept = [{ user_id: stranger.user.id, video_id: id, watched_at: new Date().toISOString(), seconds: 3 }]
    await site.sql.query(`insert into trashed_rows (video_id, place, table_name, rows) values ($1, 9000000, 'watch_history', $2)`, [
      id,
      JSON.stringify(kept),
    ])
    expect((await as(stranger, 'PUT /account/history', { keepsHistory: false, deleteAll: true })).status).toBe(200)
    expect(await status(`POST /trash/${id}/restore`)).toBe(200)
    expect((await rowsOf(id))['watch_history']).toEqual([])
    await as(stranger, 'PUT /account/history', { keepsHistory: true })
  })

  test('keeps its files until it is deleted for good', async () => {
    const id = await addRichVideo()
    await as(owner, `DELETE /jobs/${id}`)
    expect(await discarded(id)).toBe(false)
    // Old enough to be an orphan, if nothing named it.
    const folder = join(site.product.dataDir, 'storage', 'objects', 'videos', id, '1')
    const yesterday = new Date(Date.now() - 86_400_000)
    await mkdir(folder, { recursive: true })
    for (const name of ['TRANSCODE_480', 'late.mp4']) {
      await writeFile(join(folder, name), 'bytes')
      await utimes(join(folder, name), yesterday, yesterday)
    }
    const { body } = await site.asAdmin('POST /admin/storage/optimize', { dryRun: true })
    expect([JSON.stringify(body).includes(`${id}/1/late.mp4`), JSON.stringify(body).includes(`${id}/1/TRANSCODE_480`)]).toEqual([
      true,
      false,
    ])
    expect(await status(`DELETE /trash/${id}`)).toBe(200)
    expect(await discarded(id)).toBe(true)
    expect(await status(`POST /trash/${id}/restore`)).toBe(404)
  })

  test('is deleted for good after 30 days, and not before', async () => {
    const [old, young] = [await addRichVideo(), await addRichVideo()]
    const used = await bytesOf(owner.user.id)
    for (const [id, days] of [
      [old, 31],
      [young, 29],
    ] as const) {
      await as(owner, `DELETE /jobs/${id}`)
      await site.sql.query('update trashed_videos set deleted_at = now() - make_interval(days => $2) where id = $1', [id, days])
    }
    const database = await databaseAt(site.product.databaseUrl)
    expect(await emptyTrash(database.db)).toBe(1)
    await database.close()
    expect([await discarded(old), await discarded(young)]).toEqual([true, false])
    expect(await bytesOf(owner.user.id)).toEqual([(used[0] ?? 0) - 569, (used[1] ?? 0) - 5])
    expect((await site.sql.query('select from trashed_rows where video_id = $1', [old])).rowCount).toBe(0)
  })

  test('goes at once with the account of its owner', async () => {
    const person = await newUser(site.product, site.mailbox)
    const id = await addRichVideo(person.user.id)
    await as(person, `DELETE /jobs/${id}`)
    expect(await status('DELETE /auth/account', person)).toBe(400)
    expect((await as(person, 'DELETE /auth/account', { password: person.password })).status).toBe(200)
    expect((await site.sql.query('select from trashed_videos where id = $1', [id])).rowCount).toBe(0)
    expect(await discarded(id)).toBe(true)
  })
})

describe('a job', () => {
  test('that waits is waiting again when it is restored', async () => {
    const id = await addJob(site, { userId: owner.user.id, status: 'FAILED' })
    await site.sql.query(`update jobs set status = 'PENDING', finished_at = null, queued_at = now() + interval '1 day' where id = $1`, [id])
    expect(await status(`DELETE /jobs/${id}`)).toBe(200)
    await site.sql.query('update users set quota_jobs = 0 where id = $1', [owner.user.id])
    expect(await status(`POST /trash/${id}/restore`)).toBe(409)
    expect((await inTrash()).some((video) => video.id === id)).toBe(true)
    await site.sql.query('update users set quota_jobs = null where id = $1', [owner.user.id])
    expect(await status(`POST /trash/${id}/restore`)).toBe(200)
    const { rows } = await site.sql.query('select status from jobs where id = $1', [id])
    expect(['PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING', 'COMPLETED']).toContain(rows[0].status)
    await as(owner, `POST /jobs/${id}/cancel`)
  })

  test('that an admin deletes while it runs is cancelled, and only an admin restores it', async () => {
    const id = await addJob(site, { userId: owner.user.id, status: 'PROCESSING' })
    expect(await status(`DELETE /jobs/${id}`)).toBe(409)
    expect((await site.asAdmin(`DELETE /jobs/admin/${id}`)).body).toEqual({ success: true, result: { id } })
    expect((await inTrash()).find((video) => video.id === id)).toMatchObject({ canRestore: false })
    expect(await as(owner, `POST /trash/${id}/restore`)).toMatchObject({
      status: 403,
      body: { message: 'An admin has deleted this video. Only an admin can restore it.' },
    })
    expect((await site.asAdmin(`POST /trash/${id}/restore`)).status).toBe(200)
    expect((await as(owner, `GET /jobs/${id}`)).body['job']).toMatchObject({ status: 'CANCELLED' })
  })
})

describe('the trash of everybody', () => {
  interface Listed {
    id: string
    canRestore: boolean
    owner: { id: string; username: string } | null
  }
  const listed = (body: Record<string, unknown>) => body['videos'] as Listed[]
  const newKey = async (who: Session | 'admin', scopes: string[]) => {
    const body = { name: 'trash', scopes }
    const answer = who === 'admin' ? await site.asAdmin('POST /account/keys', body) : await as(who, 'POST /account/keys', body)
    return String(answer.body['secret'])
  }
  const withKey = (token: string, key: string) => site.product.call(key, { token })
  const audited = async (id: string) =>
    (await site.sql.query(`select action, target from audit_log where details ->> 'video' = $1 order by id`, [id])).rows

  test('is listed for admins, by title, owner and id, and nobody else', async () => {
    const [mine, theirs] = [await addRichVideo(), await addRichVideo(stranger.user.id)]
    await site.sql.query(`update videos set title = 'Quay_100%' where id = $1`, [theirs])
    await as(owner, `DELETE /jobs/${mine}`)
    await as(stranger, `DELETE /jobs/${theirs}`)
    const all = listed((await site.asAdmin('GET /trash?everyone=true&limit=100')).body)
    expect(all.find(({ id }) => id === mine)).toMatchObject({ canRestore: true, owner: { id: owner.user.id } })
    expect(all.find(({ id }) => id === theirs)).toMatchObject({ canRestore: true, owner: { username: stranger.user.username } })
    for (const search of ['quay_100%', stranger.user.username, stranger.user.email, theirs]) {
      const { body } = await site.asAdmin(`GET /trash?everyone=true&search=${encodeURIComponent(search)}`)
      expect([search, listed(body).map(({ id }) => id), body['total']]).toEqual([search, [theirs], 1])
    }
    expect(listed((await site.asAdmin('GET /trash')).body)).toEqual([])
    for (const who of [owner, stranger]) expect((await as(who, 'GET /trash?everyone=true')).status).toBe(403)
    const own = listed((await as(owner, `GET /trash?search=${stranger.user.username}`)).body)
    expect(own).toEqual([])
    expect((await inTrash()).find(({ id }) => id === mine)).toMatchObject({ owner: null })
    for (const id of [mine, theirs]) expect((await site.asAdmin(`DELETE /trash/${id}`)).status).toBe(200)
  })

  test('is read page by page', async () => {
    const ids = [await addRichVideo(), await addRichVideo(stranger.user.id), await addRichVideo()]
    for (const [index, id] of ids.entries()) await as(index === 1 ? stranger : owner, `DELETE /jobs/${id}`)
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body } = await site.asAdmin(`GET /trash?everyone=true&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      expect(status, JSON.stringify(body)).toBe(200)
      found.push(...listed(body).map(({ id }) => id))
      cursor = body['nextCursor'] as string | null
    }
    expect(found.filter((id) => ids.includes(id))).toEqual(ids.toReversed())
    for (const id of ids) await site.asAdmin(`DELETE /trash/${id}`)
  })

  test('what an admin does there is in the audit log, and what people do with their own is not', async () => {
    const [restored, erased, own] = [await addRichVideo(), await addRichVideo(), await addRichVideo()]
    for (const id of [restored, erased, own]) await as(owner, `DELETE /jobs/${id}`)
    expect((await site.asAdmin(`POST /trash/${restored}/restore`)).status).toBe(200)
    expect((await site.asAdmin(`DELETE /trash/${erased}`)).status).toBe(200)
    expect(await status(`DELETE /trash/${own}`)).toBe(200)
    expect([await audited(restored), await audited(erased), await audited(own)]).toEqual([
      [{ action: 'video.restore', target: 'Harbour' }],
      [{ action: 'video.erase', target: 'Harbour' }],
      [],
    ])
    expect([await status(`GET /jobs/${restored}`), await discarded(erased)]).toEqual([200, true])
  })

  test('the deletion by an admin is in the audit log as well', async () => {
    const [theirs, own] = [await addRichVideo(), await addRichVideo(site.adminId)]
    for (const id of [theirs, own]) expect((await site.asAdmin(`DELETE /gallery/videos/${id}`)).status).toBe(200)
    expect([await audited(theirs), await audited(own)]).toEqual([[{ action: 'video.delete', target: 'Harbour' }], []])
    for (const id of [theirs, own]) await site.asAdmin(`DELETE /trash/${id}`)
  })

  test('a key of an admin needs the scope for it', async () => {
    const id = await addRichVideo()
    await as(owner, `DELETE /jobs/${id}`)
    const [manages, administers] = [await newKey('admin', ['read', 'manage']), await newKey('admin', ['read', 'manage', 'admin'])]
    expect((await withKey(manages, 'GET /trash?everyone=true')).status).toBe(403)
    expect((await withKey(manages, `POST /trash/${id}/restore`)).status).toBe(404)
    expect((await withKey(manages, `DELETE /trash/${id}`)).status).toBe(404)
    expect((await withKey(administers, 'GET /trash?everyone=true')).status).toBe(200)
    expect((await withKey(administers, `POST /trash/${id}/restore`)).status).toBe(200)
  })

  test('many at once: for admins those of everybody that match, for others only their own', async () => {
    const [mine, theirs] = [await addRichVideo(), await addRichVideo(stranger.user.id)]
    await as(owner, `DELETE /jobs/${mine}`)
    await as(stranger, `DELETE /jobs/${theirs}`)
    const request = (action: string) => ({ filter: { everyone: true, search: stranger.user.username }, change: { action } })
    expect((await as(owner, 'POST /videos/bulk', request('erase'))).status).toBe(403)
    const { body } = await site.asAdmin('POST /videos/bulk', request('restore'))
    expect(body['task']).toMatchObject({ counts: { total: 1 } })
    const { rows } = await site.sql.query('select key from task_items where task_id = $1', [(body['task'] as { id: string }).id])
    expect(rows).toEqual([{ key: theirs }])
  })
})

test('a restored video is one event for webhooks', async () => {
  const id = await addRichVideo()
  const hook = await as(owner, 'POST /account/webhooks', { url: 'https://example.com/hook', events: ['*'] })
  expect(hook.status).toBe(201)
  await as(owner, `DELETE /jobs/${id}`)
  await as(owner, `POST /trash/${id}/restore`)
  const { rows } = await site.sql.query(`select event from webhook_calls where payload ->> 'id' = $1 order by happened_at, id`, [id])
  expect(rows.map(({ event }) => event).sort()).toEqual(['video.created', 'video.deleted'])
})
