import { playlistSentences } from '@video-forge/contract/rules/playlist-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBulkSite } from '../../testing/bulk-site.ts'
import { addJob } from '../../testing/site.ts'
import { newId } from '../platform/database/new-id.ts'

type BulkSite = Awaited<ReturnType<typeof openBulkSite>>
let its: BulkSite
beforeAll(async () => {
  its = await openBulkSite()
})
afterAll(() => its.stop())
beforeEach(() => its.clear())

const add = (...video: Parameters<BulkSite['add']>) => its.add(...video)
const run = (...request: Parameters<BulkSite['run']>) => its.run(...request)
const column = (name: string) => its.column(name)
const privately = { action: 'visibility', visibility: 'private' }

describe('the videos of a task', () => {
  test('are those that match when it is asked for, in the order of the list', async () => {
    await add('Old', { tags: ['sea'] })
    await add('New', { tags: ['sea', 'north'] })
    await add('Land', { tags: ['land'] })
    await add('Theirs', { tags: ['sea'] }, its.stranger)
    const id = await its.started({ filter: { tag: 'Sea' }, change: privately })
    await add('Later', { tags: ['sea'] })
    await its.site.sql.query(`update videos set tags = '{}' where title = 'Old'`)
    expect((await its.call(`GET /tasks/${id}`, its.owner)).body['task']).toMatchObject({
      title: 'Make 2 videos private',
      counts: { total: 2 },
    })
    expect(await its.finish(id, its.owner)).toEqual([
      ['New', 'done', null],
      ['Old', 'done', null],
    ])
    expect(await column('visibility')).toEqual([
      ['Land', 'public'],
      ['Later', 'public'],
      ['New', 'private'],
      ['Old', 'private'],
      ['Theirs', 'public'],
    ])
  })

  test.each([
    [{ q: 'harb our' }, ['Harbour']],
    [{ q: 'oster' }, ['Closed']],
    [{ q: 'ÖSTER' }, ['Closed']],
    [{ q: 'härb' }, ['Harbour']],
    [{ tag: 'Köln' }, ['Closed']],
    [{ tag: 'koln' }, ['Closed']],
    [{ visibility: 'private' }, ['Closed']],
    [{ status: 'DRAFT', q: 'o' }, ['Closed', 'Harbour']],
    [{ status: 'COMPLETED' }, ['Done']],
    [{ before: '2020-01-02' }, ['Done']],
    [{ after: '2020-01-02' }, ['Closed', 'Harbour']],
  ])('filter %j: the same as in the list', async (filter, titles) => {
    await add('Harbour')
    await add('Closed', { visibility: 'private', description: 'An Öster day', tags: ['köln'] })
    const job = await addJob(its.site, { userId: its.owner.user.id, status: 'COMPLETED', title: 'Done' })
    await its.site.sql.query(`update videos set created_at = '2020-01-01' where id = $1`, [job])
    await its.site.sql.query(`update videos set original_key = 'videos/x/original/a.mp4' where id <> $1`, [job])
    const id = await its.started({ filter, change: { action: 'add-tags', tags: ['x'] } })
    expect((await its.report(id, its.owner)).map(([title]) => title).sort()).toEqual(titles)
    const { status, ...rest } = filter as Record<string, string>
    const drafts = status === 'DRAFT' ? 'only' : status ? 'none' : 'first'
    const query = new URLSearchParams({ ...rest, drafts, ...(status && status !== 'DRAFT' && { status }) })
    const { body } = await its.call(`GET /jobs?${query}`, its.owner)
    const listed = [...(body['drafts'] as { title: string }[]), ...(body['jobs'] as { title: string }[])].map(({ title }) => title)
    expect([listed.sort(), Number(body['total']) + Number(body['draftTotal'])]).toEqual([titles, titles.length])
  })

  test('of others fail one by one, and say nothing of them', async () => {
    const [mine, open, closed] = [
      await add('Mine'),
      await add('Open', {}, its.stranger),
      await add('Secret', { visibility: 'private' }, its.stranger),
    ]
    const unknown = newId()
    expect(await run({ ids: [mine, open, closed, unknown, mine], change: privately })).toEqual([
      ['Mine', 'done', null],
      [open, 'failed', 'Only the owner of this video can do this.'],
      [closed, 'failed', 'Video not found'],
      [unknown, 'failed', 'Video not found'],
    ])
    expect(await column('visibility')).toEqual([
      ['Mine', 'private'],
      ['Open', 'public'],
      ['Secret', 'private'],
    ])
  })

  test('that none match are a refusal, as is more than one way to name them', async () => {
    await add('Open')
    for (const filter of [{ tag: 'nothing' }, { q: '\u0301' }, { q: 'öpen clösed' }])
      expect(await its.ask({ filter, change: privately })).toMatchObject({ status: 409 })
    expect(await its.ask({ filter: { tag: '#' }, change: privately })).toMatchObject({ status: 400 })
    expect((await its.call('GET /tasks', its.owner)).body['tasks']).toEqual([])
    const refusal = { status: 400, body: { details: [{ field: 'ids', message: 'Name the videos by one of ids, filter and task' }] } }
    expect(await its.ask({ change: privately })).toMatchObject(refusal)
    expect(await its.ask({ ids: [newId()], filter: {}, change: privately })).toMatchObject(refusal)
    expect((await its.ask({ ids: [newId()], change: { action: 'explode' } })).status).toBe(400)
  })

  test('a task that was killed in the middle does each video once', async () => {
    for (let index = 0; index < 6; index += 1) await add(`Clip ${index}`)
    const id = await its.started({ filter: {}, change: { action: 'add-tags', tags: ['sea'] } })
    // As a worker leaves it that was killed after the change of the first item and before it was noted.
    await its.site.sql.query(`update videos set tags = '{sea}' where title = 'Clip 5'`)
    await its.site.sql.query(
      `update tasks set status = 'running', lease = $2, leased_until = now() - interval '1 second', lease_count = 1 where id = $1`,
      [id, newId()],
    )
    await its.site.sql.query(`update task_items set status = 'running', attempts = 1 where task_id = $1 and number = 1`, [id])
    const report = await its.finish(id, its.owner)
    expect(report.map(([, status]) => status)).toEqual(['skipped', 'done', 'done', 'done', 'done', 'done'])
    expect((await column('tags')).every(([, tags]) => String(tags) === 'sea')).toBe(true)
  })
})

describe('changes', () => {
  test('visibility: what is so already is skipped', async () => {
    await add('Open')
    await add('Closed', { visibility: 'private' })
    expect(await run({ filter: {}, change: privately })).toEqual([
      ['Closed', 'skipped', 'Already private'],
      ['Open', 'done', null],
    ])
  })

  test('tags are added and removed, and the others stay', async () => {
    await add('Many', { tags: Array.from({ length: 20 }, (_, index) => `t${index}`) })
    await add('One', { tags: ['north'] })
    expect(await run({ filter: {}, change: { action: 'add-tags', tags: [' #Sea ', 'north'] } })).toEqual([
      ['One', 'done', null],
      ['Many', 'failed', 'A video can have at most 20 tags. This one has 20 already.'],
    ])
    expect((await column('tags'))[1]).toEqual(['One', ['north', 'sea']])
    expect(await run({ filter: {}, change: { action: 'remove-tags', tags: ['north', 'sea'] } })).toEqual([
      ['One', 'done', null],
      ['Many', 'skipped', 'Has none of these tags'],
    ])
    expect((await column('tags'))[1]).toEqual(['One', []])
  })

  test('a playlist of the caller, and of nobody else', async () => {
    await add('A')
    await add('B')
    const [mine, theirs] = [newId(), newId()]
    await its.site.sql.query(
      `insert into playlists (id, user_id, title, visibility) values ($1, $2, 'Mine', 'private'), ($3, $4, 'Theirs', 'public')`,
      [mine, its.owner.user.id, theirs, its.stranger.user.id],
    )
    const into = (playlistId: string, action = 'add-to-playlist') => ({ filter: {}, change: { action, playlistId } })
    expect(await its.ask(into(theirs))).toMatchObject({ status: 404, body: { message: playlistSentences.notFound } })
    expect((await run(into(mine))).map(([, status]) => status)).toEqual(['done', 'done'])
    expect(await run(into(mine))).toContainEqual(['A', 'skipped', 'Already in this playlist'])
    const { rows } = await its.site.sql.query(`select count(distinct position)::int as count from playlist_videos`)
    expect(rows[0].count).toBe(2)
    expect((await run(into(mine, 'remove-from-playlist'))).map(([, status]) => status)).toEqual(['done', 'done'])
    expect((await its.site.sql.query('select from playlist_videos')).rowCount).toBe(0)
  })

  test('captions where there are none in the language', async () => {
    const [bare, captioned, silent] = [await add('Bare'), await add('Captioned'), await add('Silent')]
    await its.site.sql.query(`update videos set audio_codec = 'aac' where id <> $1`, [silent])
    await its.site.sql.query(
      `insert into captions (id, video_id, language, label, source, content, bytes) values ($1, $2, 'en-GB', 'English', 'uploaded', 'WEBVTT', 6)`,
      [newId(), captioned],
    )
    expect(await run({ filter: {}, change: { action: 'make-captions', language: 'en' } })).toEqual([
      ['Silent', 'failed', 'This video has no sound.'],
      ['Captioned', 'skipped', 'It has captions in this language'],
      ['Bare', 'done', null],
    ])
    const { rows } = await its.site.sql.query('select video_id from transcriptions')
    expect(rows).toEqual([{ video_id: bare }])
  })

  test('deleted videos come back by the task that deleted them', async () => {
    await add('A')
    await add('B', { visibility: 'private' })
    await addJob(its.site, { userId: its.owner.user.id, status: 'PROCESSING', title: 'Running' })
    const id = await its.started({ filter: {}, change: { action: 'delete' } })
    expect((await its.finish(id, its.owner)).sort()).toEqual([
      ['A', 'done', null],
      ['B', 'done', null],
      ['Running', 'failed', 'This video is being processed. Cancel its job first, then delete it.'],
    ])
    expect(await column('visibility')).toEqual([['Running', 'public']])
    expect((await its.ask({ task: id, change: { action: 'restore' } }, its.stranger)).status).toBe(409)
    expect((await run({ task: id, change: { action: 'restore' } })).sort()).toEqual([
      ['A', 'done', null],
      ['B', 'done', null],
    ])
    expect(await column('visibility')).toEqual([
      ['A', 'public'],
      ['B', 'private'],
      ['Running', 'public'],
    ])
  })

  test('the trash is emptied as a whole, and only that of the caller', async () => {
    const [mine, theirs] = [await add('Mine'), await add('Theirs', {}, its.stranger)]
    await its.call(`DELETE /gallery/videos/${mine}`, its.owner)
    await its.call(`DELETE /gallery/videos/${theirs}`, its.stranger)
    expect(await run({ filter: {}, change: { action: 'erase' } })).toEqual([['Mine', 'done', null]])
    expect((await its.site.sql.query('select id from trashed_videos')).rows).toEqual([{ id: theirs }])
  })
})
