import type { Watched } from '@video-forge/contract/history'
import { playlistRules, playlistSentences } from '@video-forge/contract/rules/playlist-rules'
import { expect, test, vi } from 'vitest'
import { newUser, type Session } from '../../../testing/people.ts'
import { openPlaySite, report } from '../../../testing/play-site.ts'
import { newId } from '../../platform/database/new-id.ts'

const { product, mailbox, sql, owner, stranger, addVideo, send } = await openPlaySite()

const ask = (key: string, who: Session, body?: unknown) =>
  product.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })
const history = async (who: Session, query = '') => (await ask(`GET /account/history${query}`, who)).body['history'] as Watched[]
const watchedIds = async (who: Session) => (await history(who)).map(({ video }) => video.id)
const watch = async (id: string, who: Session, ranges: [number, number][] = [[0, 30]]) =>
  expect((await send(id, report({ ranges }), { who })).status).toBe(204)

test('what a signed-in person watches is listed for them alone, the last one first, with its position', async () => {
  const [first, second] = [await addVideo(), await addVideo()]
  const own = await addVideo({ userId: stranger.user.id, visibility: 'private' })
  await watch(first, stranger)
  await watch(own, stranger)
  await watch(second, stranger)
  await watch(first, stranger, [
    [30, 40],
    [80, 95.5],
    [10, 12],
  ])
  expect(await history(stranger)).toMatchObject([
    { video: { id: first, title: 'A clip' }, seconds: 12, watchedAt: expect.stringMatching(/^\d{4}-/) },
    { video: { id: second }, seconds: 30 },
    { video: { id: own } },
  ])
  expect(await history(owner)).toEqual([])
  const { body } = await ask('GET /account/history?limit=2', stranger)
  expect(await history(stranger, `?limit=2&cursor=${body['nextCursor']}`)).toMatchObject([{ video: { id: own } }])
  expect((await ask(`GET /account/history?cursor=${Buffer.from('["history","never"]').toString('base64url')}`, stranger)).status).toBe(400)
})

test('nothing is stored for visitors, for keys, for a start without a picture, and for videos that open by a link', async () => {
  const [open, closed] = [await addVideo(), await addVideo({ visibility: 'private' })]
  const eve = await newUser(product, mailbox, 'eve')
  const { body: key } = await ask('POST /account/keys', eve, { name: 'Reader', scopes: ['read'] })
  const { body: link } = await ask(`POST /gallery/videos/${closed}/links`, owner, {})
  const secret = new URL((link['link'] as { url: string }).url).searchParams.get('link') ?? ''
  await sql.query('delete from watch_history')
  expect((await send(open, report())).status).toBe(204)
  const byKey = await product.call(`POST /gallery/videos/${open}/plays`, { token: String(key['secret']), body: report() })
  expect(byKey.status).toBe(204)
  expect((await send(open, report({ ranges: [] }), { who: eve })).status).toBe(204)
  expect((await send(closed, report(), { who: eve, link: secret })).status).toBe(204)
  expect((await sql.query('select from watch_history')).rowCount).toBe(0)
  expect((await product.call('GET /account/history', { token: String(key['secret']) })).status).toBe(403)
})

test('a video that became private is not listed, and comes back with its visibility', async () => {
  const id = await addVideo()
  await watch(id, stranger)
  await sql.query(`update videos set visibility = 'private' where id = $1`, [id])
  expect(await watchedIds(stranger)).not.toContain(id)
  await sql.query(`update videos set visibility = 'public' where id = $1`, [id])
  expect(await watchedIds(stranger)).toContain(id)
})

test('one video or everything can be deleted', async () => {
  const [first, second] = [await addVideo(), await addVideo()]
  for (const id of [first, second]) await watch(id, stranger)
  await watch(second, owner)
  expect((await ask(`DELETE /account/history/${first}`, stranger)).status).toBe(200)
  const again = await ask(`DELETE /account/history/${first}`, stranger)
  expect([again.status, again.body.message]).toEqual([404, playlistSentences.notWatched])
  expect((await ask(`DELETE /account/history/${newId()}`, stranger)).body).toEqual(again.body)
  expect(await watchedIds(stranger)).not.toContain(first)
  expect((await ask('DELETE /account/history', stranger)).body['result']).toEqual({ deleted: expect.any(Number) })
  expect(await history(stranger)).toEqual([])
  expect(await watchedIds(owner)).toEqual([second])
})

test('switched off, nothing is stored, also by reports that are on their way', async () => {
  const [id, later] = [await addVideo(), await addVideo()]
  await watch(id, stranger)
  const off = await ask('PUT /account/history', stranger, { keepsHistory: false })
  expect(off.body).toMatchObject({ keepsHistory: false, result: { deleted: 0 } })
  await watch(later, stranger)
  expect(await watchedIds(stranger)).toEqual([id])
  expect((await ask('GET /account/history', stranger)).body['keepsHistory']).toBe(false)
  await ask('PUT /account/history', stranger, { keepsHistory: true })
  await Promise.all([
    ...Array.from({ length: 8 }, () => watch(later, stranger)),
    ask('PUT /account/history', stranger, { keepsHistory: false, deleteAll: true }),
  ])
  expect(await history(stranger)).toEqual([])
  await ask('PUT /account/history', stranger, { keepsHistory: true })
  await watch(later, stranger)
  expect(await watchedIds(stranger)).toEqual([later])
})

test('a report waits for a switch that is being made', async () => {
  const finn = await newUser(product, mailbox, 'finn')
  const id = await addVideo()
  await sql.query('begin')
  await sql.query('update users set keeps_history = false where id = $1', [finn.user.id])
  const late = watch(id, finn)
  const waiting = 'select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  await vi.waitFor(async () => expect((await sql.query(waiting)).rowCount).toBe(1), 10_000).finally(() => sql.query('commit'))
  await late
  expect((await sql.query('select from watch_history where user_id = $1', [finn.user.id])).rowCount).toBe(0)
})

test('the oldest are dropped', async () => {
  const dora = await newUser(product, mailbox, 'dora')
  const id = await addVideo()
  await sql.query(
    `with made as (
       insert into videos (id, user_id, title, visibility, status) select gen_random_uuid(), $2, 'clip', 'private', 'ready'
       from generate_series(1, $3::int) returning id)
     insert into watch_history (user_id, video_id, watched_at) select $1, id, now() - interval '1 day' * row_number() over () from made`,
    [dora.user.id, owner.user.id, playlistRules.maxHistory],
  )
  await watch(id, dora)
  const { rows } = await sql.query(`select count(*)::int, bool_or(video_id = $2) as has_new from watch_history where user_id = $1`, [
    dora.user.id,
    id,
  ])
  expect(rows).toEqual([{ count: playlistRules.maxHistory, has_new: true }])
})
