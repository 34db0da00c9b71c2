import type { Video } from '@video-forge/contract/gallery'
import type { ListedPlaylist, PlaylistDetails } from '@video-forge/contract/playlists'
import { playlistRules, playlistSentences } from '@video-forge/contract/rules/playlist-rules'
import { describe, expect, test, vi } from 'vitest'
import { newUser, type Session, signInAdmin } from '../../../testing/people.ts'
import { startProductWithMail } from '../../../testing/product-with-mail.ts'
import { connectSql } from '../../../testing/services/sql-client.ts'
import { insertVideo } from '../../../testing/video-rows.ts'
import { newId } from '../../platform/database/new-id.ts'

const { product, mailbox } = await startProductWithMail({ TRUSTED_PROXIES: 'loopback' })
const sql = await connectSql(product)
const ada = await newUser(product, mailbox, 'ada')
const bob = await newUser(product, mailbox, 'bob')
const admin = await signInAdmin(product)

/** Null for a visitor. */
type Who = Session | null
const send = (key: string, who: Who, body?: unknown) =>
  product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body !== undefined && { body }) })

async function create(values: object = {}, who: Session = ada): Promise<PlaylistDetails> {
  const { status, body } = await send('POST /playlists', who, { title: 'List', ...values })
  expect(status).toBe(201)
  return body['playlist'] as PlaylistDetails
}
const read = async (id: string, who: Who = ada) => (await send(`GET /playlists/${id}`, who)).body['playlist'] as PlaylistDetails
const add = (id: string, videoId: string, who: Session = ada) => send(`POST /playlists/${id}/videos/${videoId}`, who)
const put = (id: string, videos: string[], version: number | null, who: Session = ada) =>
  send(`PUT /playlists/${id}/videos`, who, { videos, version })
const titles = async (id: string, who: Who = ada) =>
  ((await send(`GET /playlists/${id}/videos`, who)).body['videos'] as Video[] | undefined)?.map(({ title }) => title)
const own = async (query = '', who: Session = ada) => (await send(`GET /playlists${query}`, who)).body['playlists'] as ListedPlaylist[]
const video = (values: object = {}, who: Session = ada) => insertVideo(sql, who.user.id, values)
async function videos(count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push(await video())
  return ids
}

/** Connections that wait for a lock of this one. */
const waitingForThis = 'select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'

describe('who sees what', () => {
  test('each viewer sees the videos that they may see, and no trace of others', async () => {
    const open = await video({ title: 'Open' })
    const secret = await video({ title: 'Secret', visibility: 'private' })
    const locked = await video({ title: 'Locked' })
    await sql.query(`update videos set password_hash = 'x' where id = $1`, [locked])
    const unfinished = await video({ title: 'Soon', status: 'processing' })
    const last = await video({ title: 'Last' }, bob)
    const { id } = await create({ visibility: 'public' })
    for (const each of [secret, open, locked, unfinished, last]) expect((await add(id, each)).status).toBe(200)

    for (const who of [null, bob]) {
      const seen = await read(id, who)
      expect(seen).toMatchObject({ videoIds: [open, last], videoCount: 2, version: null, canEdit: false })
      expect(seen.thumbnailUrl).toContain(open)
      expect(await titles(id, who)).toEqual(['Open', 'Last'])
      expect(JSON.stringify(seen)).not.toContain(secret)
    }
    for (const who of [ada, admin]) expect(await titles(id, who)).toEqual(['Secret', 'Open', 'Locked', 'Soon', 'Last'])
    const { body } = await send(`GET /people/${ada.username}/playlists`, null)
    expect(body['playlists']).toMatchObject([{ id, videoCount: 2, hasVideo: null }])
  })

  test('its date does not say that the owner adds, moves or removes what others do not see', async () => {
    const [open, other, secret] = [await video(), await video(), await video({ visibility: 'private' })]
    const { id } = await create({ visibility: 'public' })
    const dates: (string | undefined)[] = []
    const change = async (answer: Promise<{ status: number }>) => {
      expect((await answer).status).toBe(200)
      dates.push((await read(id, null)).updatedAt)
    }
    const order = async (...ids: string[]) => change(put(id, ids, (await read(id)).version))
    await change(add(id, open))
    await change(add(id, secret))
    await order(secret, open)
    await change(send(`DELETE /playlists/${id}/videos/${secret}`, ada))
    expect(new Set(dates).size).toBe(1)
    await change(add(id, other))
    await order(other, open)
    await change(send(`DELETE /playlists/${id}/videos/${open}`, ada))
    expect(new Set(dates).size).toBe(4)
  })

  test('pages follow each other, and a hidden video is no cursor', async () => {
    const { id } = await create({ visibility: 'link' })
    const [first, second] = [await video({ title: 'First' }), await video({ title: 'Second' })]
    const secret = await video({ title: 'Secret', visibility: 'private' })
    for (const each of [first, secret, second]) await add(id, each)
    const page = (query: string, who: Who = null) => send(`GET /playlists/${id}/videos?limit=1${query}`, who)
    const { videos, nextCursor } = (await page('')).body
    expect([videos, nextCursor]).toMatchObject([[{ id: first }], second])
    const rest = await page(`&cursor=${second}`)
    expect([rest.body['videos'], rest.body['nextCursor']]).toMatchObject([[{ id: second }], null])
    const hidden = await page(`&cursor=${secret}`)
    const absent = await page(`&cursor=${newId()}`)
    expect([hidden.status, hidden.body]).toEqual([400, absent.body])
    expect((await page(`&cursor=${secret}`, ada)).status).toBe(200)
  })

  test.each([
    ['public', { visitor: 200, stranger: 200, owner: 200, admin: 200 }],
    ['link', { visitor: 200, stranger: 200, owner: 200, admin: 200 }],
    ['private', { visitor: 404, stranger: 404, owner: 200, admin: 404 }],
  ] as const)('a playlist that is %s', async (visibility, expected) => {
    const { id } = await create({ visibility })
    for (const path of ['', '/videos']) {
      const statusFor = async (who: Who) => (await send(`GET /playlists/${id}${path}`, who)).status
      expect({
        visitor: await statusFor(null),
        stranger: await statusFor(bob),
        owner: await statusFor(ada),
        admin: await statusFor(admin),
      }).toEqual(expected)
    }
    const { body } = await send(`GET /people/${ada.username}/playlists`, null)
    expect((body['playlists'] as ListedPlaylist[]).some((each) => each.id === id)).toBe(visibility === 'public')
  })

  test('a private one and one that does not exist are the same, for every call', async () => {
    const { id } = await create()
    const clip = await video()
    const calls: [string, unknown?][] = [
      ['GET /playlists/{id}'],
      ['GET /playlists/{id}/videos'],
      ['PATCH /playlists/{id}', { title: 'Mine' }],
      ['DELETE /playlists/{id}'],
      ['PUT /playlists/{id}/videos', { videos: [clip], version: 1 }],
      [`POST /playlists/{id}/videos/${clip}`],
      [`DELETE /playlists/{id}/videos/${clip}`],
    ]
    for (const [key, body] of calls) {
      const [known, unknown] = [await send(key.replace('{id}', id), bob, body), await send(key.replace('{id}', newId()), bob, body)]
      expect([key, known.status, known.body]).toEqual([key, 404, unknown.body])
    }
    expect((await read(id)).title).toBe('List')
  })

  test('others may not change a public one; an admin may only delete it', async () => {
    const { id } = await create({ visibility: 'public' })
    const clip = await video()
    for (const who of [bob, admin]) {
      expect((await send(`PATCH /playlists/${id}`, who, { title: 'Mine' })).status).toBe(403)
      expect((await put(id, [], 1, who)).status).toBe(403)
      expect((await add(id, clip, who)).status).toBe(403)
      expect((await send(`DELETE /playlists/${id}/videos/${clip}`, who)).status).toBe(403)
    }
    expect((await send(`DELETE /playlists/${id}`, bob)).status).toBe(403)
    expect((await send(`DELETE /playlists/${id}`, admin)).status).toBe(200)
    expect((await send(`GET /playlists/${id}`, ada)).status).toBe(404)
    const own = await create({}, admin)
    expect((await send(`DELETE /playlists/${own.id}`, admin)).status).toBe(200)
    const { rows } = await sql.query(`select actor_id, target, details from audit_log where action = 'playlist.delete'`)
    expect(rows).toEqual([{ actor_id: admin.user.id, target: 'List', details: { playlist: id, owner: ada.user.id } }])
  })

  test('those of a disabled account are hidden, and go with a deleted one', async () => {
    const cora = await newUser(product, mailbox, 'cora')
    const { id } = await create({ visibility: 'public' }, cora)
    await sql.query('update users set disabled_at = now() where id = $1', [cora.user.id])
    expect((await send(`GET /playlists/${id}`, null)).status).toBe(404)
    expect((await send(`GET /people/${cora.username}/playlists`, null)).body['playlists']).toEqual([])
    expect((await send(`GET /playlists/${id}`, admin)).status).toBe(200)
    expect((await send(`DELETE /auth/users/${cora.user.id}`, admin)).status).toBe(200)
    expect((await sql.query('select from playlists where user_id = $1', [cora.user.id])).rowCount).toBe(0)
  })

  test('a frame gets no videos that only some sites may embed', async () => {
    const [free, bound] = [await video(), await video()]
    await sql.query(`update videos set embed_domains = '{example.com}' where id = $1`, [bound])
    const { id } = await create({ visibility: 'public' })
    for (const each of [bound, free]) await add(id, each)
    expect((await read(id, null)).videoIds).toEqual([bound, free])
    const { body } = await send(`GET /playlists/${id}?embedded=true`, null)
    expect(body['playlist']).toMatchObject({ videoIds: [free], videoCount: 1 })
  })
})

describe('changes', () => {
  test('a private video of somebody else cannot be added, as one that does not exist', async () => {
    const secret = await video({ visibility: 'private' })
    const { id, version } = await create({}, bob)
    for (const each of [secret, newId()]) {
      expect(await add(id, each, bob)).toMatchObject({ status: 404, body: { message: 'Video not found' } })
      const { status, body } = await put(id, [each], version, bob)
      expect([status, body.message]).toEqual([400, playlistSentences.unknownVideo])
    }
    expect((await read(id, bob)).videoIds).toEqual([])
  })

  test('a video is in a playlist once, and each of your playlists says whether it has it', async () => {
    const clip = await video()
    const [having, other] = [await create({ title: 'Having' }), await create({ title: 'Other' })]
    expect((await add(having.id, clip)).body['result']).toEqual({ playlistId: having.id, added: true })
    expect((await add(having.id, clip)).body['result']).toEqual({ playlistId: having.id, added: false })
    const listed = await own(`?video=${clip}&limit=100`)
    expect(listed.find(({ id }) => id === having.id)).toMatchObject({ hasVideo: true, videoCount: 1 })
    expect(listed.find(({ id }) => id === other.id)).toMatchObject({ hasVideo: false })
    const remove = () => send(`DELETE /playlists/${having.id}/videos/${clip}`, ada)
    expect((await remove()).body['result']).toEqual({ playlistId: having.id, removed: true })
    expect((await remove()).body['result']).toEqual({ playlistId: having.id, removed: false })
  })

  test('a new order; one that was made from an older version is refused and changes nothing', async () => {
    const clips = [await video(), await video(), await video()]
    const { id } = await create()
    for (const clip of clips) await add(id, clip)
    const before = await read(id)
    const turned = await put(id, clips.toReversed(), before.version)
    expect([turned.status, (turned.body['playlist'] as PlaylistDetails).videoIds]).toEqual([200, clips.toReversed()])
    const stale = await put(id, clips.slice(0, 1), before.version)
    expect([stale.status, stale.body.message]).toEqual([409, playlistSentences.changed])
    expect((await read(id)).videoIds).toEqual(clips.toReversed())
    const without = await read(id)
    expect((await put(id, clips.slice(0, 1), without.version)).status).toBe(200)
    expect((await read(id)).videoIds).toEqual(clips.slice(0, 1))
  })

  test('an order keeps videos that their owners have made private since', async () => {
    const [mine, theirs] = [await video(), await video({}, bob)]
    const { id } = await create()
    for (const clip of [theirs, mine]) await add(id, clip)
    await sql.query(`update videos set visibility = 'private' where id = $1`, [theirs])
    const { version, videoIds } = await read(id)
    expect(videoIds).toEqual([mine])
    expect((await put(id, videoIds, version)).status).toBe(200)
    await sql.query(`update videos set visibility = 'public' where id = $1`, [theirs])
    expect((await read(id)).videoIds).toEqual([mine, theirs])
  })

  test('adding at once loses nothing, and an order against them is refused or counts them', async () => {
    const clips = await videos(12)
    const { id } = await create()
    await add(id, clips[0] ?? '')
    const { version } = await read(id)
    const [ordered, ...added] = await Promise.all([put(id, clips.slice(0, 1), version), ...clips.slice(1).map((clip) => add(id, clip))])
    expect([200, 409]).toContain(ordered?.status)
    expect(added.map(({ status }) => status)).toEqual(added.map(() => 200))
    expect((await read(id)).videoIds.toSorted()).toEqual(clips.toSorted())
    const { rows } = await sql.query('select count(distinct position)::int as places from playlist_videos where playlist_id = $1', [id])
    expect(rows).toEqual([{ places: clips.length }])
  })

  test('a deleted video leaves its playlists', async () => {
    const clip = await video()
    const { id } = await create()
    await add(id, clip)
    expect((await send(`DELETE /gallery/videos/${clip}`, ada)).status).toBe(200)
    expect(await read(id)).toMatchObject({ videoIds: [], videoCount: 0, thumbnailUrl: null })
  })
})

describe('limits', () => {
  test.each([
    ['no title', { title: ' ' }, 'title', playlistSentences.titleNeeded],
    ['a long title', { title: 'x'.repeat(101) }, 'title', 'Title must be at most 100 characters long'],
    ['a long description', { title: 'x', description: 'x'.repeat(501) }, 'description', 'Description must be at most 500 characters long'],
    ['an unknown visibility', { title: 'x', visibility: 'all' }, 'visibility', expect.stringContaining('public, link, private')],
  ])('%s is refused with a sentence', async (_what, values, field, message) => {
    const { status, body } = await send('POST /playlists', ada, values)
    expect([status, body['details']]).toEqual([400, [{ field, message }]])
  })

  test('a playlist is private unless its owner says otherwise, also after a change of its title', async () => {
    const { id, visibility } = await create()
    expect(visibility).toBe('private')
    const { body } = await send(`PATCH /playlists/${id}`, ada, { title: 'New' })
    expect(body['playlist']).toMatchObject({ title: 'New', visibility: 'private' })
  })

  test('videos of a playlist', async () => {
    const { id, version } = await create()
    const count = playlistRules.maxVideos
    await sql.query(
      `with made as (
         insert into videos (id, user_id, title, visibility, status) select gen_random_uuid(), $2, 'clip', 'public', 'ready'
         from generate_series(1, $3::int) returning id)
       insert into playlist_videos (playlist_id, video_id, position) select $1, id, row_number() over () from made`,
      [id, ada.user.id, count],
    )
    const more = await video()
    expect(await add(id, more)).toMatchObject({ status: 409, body: { message: playlistSentences.full } })
    const { videoIds } = await read(id)
    expect(videoIds).toHaveLength(count)
    expect((await put(id, videoIds.toReversed(), version)).status).toBe(200)
    expect((await read(id)).videoIds).toEqual(videoIds.toReversed())
    expect(await put(id, [...videoIds, more], version)).toMatchObject({ status: 400, body: { message: playlistSentences.full } })
    expect(await put(id, [more, more], version)).toMatchObject({ status: 400, body: { message: playlistSentences.twice } })
    await sql.query('delete from videos where id = any($1)', [videoIds])
  })

  test('playlists of a person, also at once', async () => {
    const dora = await newUser(product, mailbox, 'dora')
    await sql.query(
      `insert into playlists (id, user_id, title, visibility)
       select gen_random_uuid(), $1, 'List', 'private' from generate_series(1, $2::int)`,
      [dora.user.id, playlistRules.maxPlaylists - 1],
    )
    const made = await Promise.all(Array.from({ length: 4 }, () => send('POST /playlists', dora, { title: 'Last' })))
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(made.find(({ status }) => status === 409)?.body.message).toBe(playlistSentences.tooMany)
    expect((await add('watch-later', await video(), dora)).status).toBe(200)
  })

  test('the last place of a person is given while they are locked', async () => {
    const finn = await newUser(product, mailbox, 'finn')
    await sql.query(
      `insert into playlists (id, user_id, title, visibility)
       select gen_random_uuid(), $1, 'List', 'private' from generate_series(1, $2::int)`,
      [finn.user.id, playlistRules.maxPlaylists - 1],
    )
    await sql.query('begin')
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [finn.user.id])
    const late = send('POST /playlists', finn, { title: 'Late' })
    await vi
      .waitFor(async () => expect((await sql.query(waitingForThis)).rowCount).toBe(1), 10_000)
      .finally(async () => {
        await sql.query(`insert into playlists (id, user_id, title, visibility) values ($1, $2, 'Last', 'private')`, [
          newId(),
          finn.user.id,
        ])
        await sql.query('commit')
      })
    expect((await late).status).toBe(409)
  })

  test('reading of a person', async () => {
    const gina = await newUser(product, mailbox, 'gina')
    const statuses = new Set<number>()
    for (let round = 0; round < 16; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send('GET /playlists', gina)))
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses].sort()).toEqual([200, 429])
    expect((await send('GET /playlists', ada)).status).toBe(200)
  })

  test('reading of a visitor, whatever they ask for, and of nobody else', async () => {
    const { id } = await create({ visibility: 'public' })
    const from = (address: string, key: string) => product.call(key, { headers: { 'x-forwarded-for': address } })
    const calls = [`GET /people/${ada.username}/playlists`, `GET /playlists/${id}/videos`]
    const statuses: number[] = []
    for (let limit = 1; limit <= 100; limit += 10) {
      const asked = Array.from({ length: 16 }, (_, index) =>
        calls.map((call) => from('203.0.113.9', `${call}?limit=${limit + (index % 10)}`)),
      )
      statuses.push(...(await Promise.all(asked.flat())).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect((await from('203.0.113.9', `GET /playlists/${id}`)).status).toBe(429)
    expect((await from('203.0.113.10', `GET /playlists/${id}`)).status).toBe(200)
  })

  test('deleting of a person', async () => {
    const hugo = await newUser(product, mailbox, 'hugo')
    const statuses: number[] = []
    for (let round = 0; round < 16; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(`DELETE /playlists/${newId()}`, hugo)))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })
})

describe('Watch later', () => {
  test('is made when it is first used, once, and is private', async () => {
    const eve = await newUser(product, mailbox, 'eve')
    const clips = await videos(5)
    expect(await own('', eve)).toEqual([])
    const added = await Promise.all(clips.map((clip) => add('watch-later', clip, eve)))
    expect(new Set(added.map(({ body }) => JSON.stringify(body['result'])))).toHaveProperty('size', 1)
    const list = await read('WATCH-LATER', eve)
    expect(list).toMatchObject({ kind: 'watch-later', title: 'Watch later', visibility: 'private', videoCount: 5, canEdit: true })
    expect((await own('', eve)).map(({ id }) => id)).toEqual([list.id])
    expect((await send(`GET /playlists/${list.id}`, ada)).status).toBe(404)
    expect((await read('watch-later', ada)).id).not.toBe(list.id)
  })

  test('cannot be changed or deleted, and a visitor has none', async () => {
    for (const body of [{ visibility: 'public' }, { title: 'Mine' }]) {
      const { status, body: answer } = await send('PATCH /playlists/watch-later', ada, body)
      expect([status, answer.message]).toEqual([409, playlistSentences.watchLaterStays])
    }
    const { status, body } = await send('DELETE /playlists/watch-later', ada)
    expect([status, body.message]).toEqual([409, playlistSentences.watchLaterNotDeleted])
    expect((await send('GET /playlists/watch-later', null)).status).toBe(404)
  })

  test('one switch turns it off together with the history: what is there stays, and nothing is added', async () => {
    const gil = await newUser(product, mailbox, 'gil')
    const [first, second, third] = [await video(), await video(), await video()]
    for (const each of [first, second]) expect((await add('watch-later', each, gil)).status).toBe(200)
    const { id: list } = await create({}, gil)
    const keeps = async () => (await send('GET /playlists', gil)).body['keepsHistory']
    expect(await keeps()).toBe(true)
    await send('PUT /account/history', gil, { keepsHistory: false })
    expect(await keeps()).toBe(false)
    const refused = [409, playlistSentences.watchLaterOff]
    const answerOf = ({ status, body }: Awaited<ReturnType<typeof add>>) => [status, body.message]
    expect(answerOf(await add('watch-later', third, gil))).toEqual(refused)
    const { version } = await read('watch-later', gil)
    expect(answerOf(await put('watch-later', [third, first], version, gil))).toEqual(refused)
    expect((await add(list, third, gil)).status).toBe(200)
    expect((await put('watch-later', [second, first], version, gil)).status).toBe(200)
    expect((await send(`DELETE /playlists/watch-later/videos/${second}`, gil)).status).toBe(200)
    expect((await read('watch-later', gil)).videoIds).toEqual([first])
    await send('PUT /account/history', gil, { keepsHistory: true })
    expect((await add('watch-later', third, gil)).status).toBe(200)
    await send('PUT /account/history', gil, { keepsHistory: false, emptyWatchLater: true })
    expect(await read('watch-later', gil)).toMatchObject({ videoIds: [] })
    expect((await read(list, gil)).videoIds).toEqual([third])
  })

  test('a video that is being added waits for a switch that is being made', async () => {
    const hal = await newUser(product, mailbox, 'hal')
    const clip = await video()
    await read('watch-later', hal)
    await sql.query('begin')
    await sql.query('update users set keeps_history = false where id = $1', [hal.user.id])
    const late = add('watch-later', clip, hal)
    await vi.waitFor(async () => expect((await sql.query(waitingForThis)).rowCount).toBe(1), 10_000).finally(() => sql.query('commit'))
    expect((await late).status).toBe(409)
  })

  test('it is emptied at once, with what its owner does not see any more, and by nobody else', async () => {
    const ivy = await newUser(product, mailbox, 'ivy')
    const [kept, hidden] = [await video(), await video()]
    for (const each of [kept, hidden]) await add('watch-later', each, ivy)
    await sql.query(`update videos set visibility = 'private' where id = $1`, [hidden])
    const { id, version } = await read('watch-later', ivy)
    expect((await send(`DELETE /playlists/${id}/videos`, bob)).status).toBe(404)
    expect((await send(`DELETE /playlists/${id}/videos`, null)).status).toBe(401)
    const { body } = await send('DELETE /playlists/watch-later/videos', ivy)
    expect(body['result']).toEqual({ playlistId: id, removed: 2 })
    const emptied = await read('watch-later', ivy)
    expect([emptied.videoIds, Number(emptied.version) > Number(version)]).toEqual([[], true])
    expect((await send('DELETE /playlists/watch-later/videos', ivy)).body['result']).toEqual({ playlistId: id, removed: 0 })
  })
})
