import { playlistSentences } from '@video-forge/contract/rules/playlist-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBulkSite } from '../../testing/bulk-site.ts'
import type { Session } from '../../testing/people.ts'
import { addJob } from '../../testing/site.ts'
import { insertVideo } from '../../testing/video-rows.ts'
import { newId } from '../platform/database/new-id.ts'

type BulkSite = Awaited<ReturnType<typeof openBulkSite>>
let its: BulkSite
beforeAll(async () => {
  its = await openBulkSite()
})
afterAll(() => its.stop())
beforeEach(() => its.site.sql.query(`delete from tasks; delete from videos; delete from trashed_videos; delete from playlists`))

const add = (title: string, values: Parameters<typeof insertVideo>[2] = {}, who: Session = its.owner) =>
  insertVideo(its.site.sql, who.user.id, { title, ...values })
const run = async (body: unknown, who: Session = its.owner) => its.finish(await its.started(body, who), who)
const column = async (name: string) => {
  const { rows } = await its.site.sql.query(`select title, ${name} as value from videos order by title`)
  return rows.map(({ title, value }) => [title, value])
}
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

/** As if a worker had been killed after the change of the first item and before it was noted. */
async function killAfterFirst(taskId: string): Promise<void> {
  await its.site.sql.query(
    `update tasks set status = 'running', ended_at = null, done = done - 1, lease = $2, leased_until = now() - interval '1 second', lease_count = 1
     where id = $1`,
    [taskId, newId()],
  )
  await its.site.sql.query(`update task_items set status = 'running' where task_id = $1 and number = 1`, [taskId])
}

describe('a change that was done when its worker was killed', () => {
  const twice = async (body: unknown) => {
    const id = await its.started(body)
    const first = await its.finish(id, its.owner)
    await killAfterFirst(id)
    return { id, first, again: await its.finish(id, its.owner) }
  }
  const three = [3, 2, 1].map((number) => [`Clip ${number}`, 'done', null])
  beforeEach(async () => {
    for (const number of [1, 2, 3]) await add(`Clip ${number}`)
  })

  test('is reported as done: a deletion, which its undo restores, and that restores once', async () => {
    const { id, again } = await twice({ filter: {}, change: { action: 'delete' } })
    expect(again).toEqual(three)
    expect(await column('id')).toEqual([])
    expect((await twice({ task: id, change: { action: 'restore' } })).again).toEqual(three)
    expect(await column('visibility')).toHaveLength(3)
  })

  test('is reported as done: a deletion for good', async () => {
    await run({ filter: {}, change: { action: 'delete' } })
    const { first, again } = await twice({ filter: {}, change: { action: 'erase' } })
    expect(again).toEqual(first)
    expect(again.map(([, status]) => status)).toEqual(['done', 'done', 'done'])
  })

  test('is not what somebody else has done to the video', async () => {
    const id = await its.started({ filter: {}, change: { action: 'delete' } })
    await its.finish(id, its.owner)
    await its.site.sql.query('update trashed_videos set deleted_by = $1', [its.site.adminId])
    await killAfterFirst(id)
    expect((await its.finish(id, its.owner))[0]).toEqual(['Clip 3', 'failed', 'Video not found'])
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

describe('missing qualities', () => {
  const formats = ['1080p', '720p', '480p']
  const make = { filter: {}, change: { action: 'make-formats', formats } }
  const completed = async (title: string, height: number, assets: Parameters<typeof addJob>[1]['assets']) => {
    const id = await addJob(its.site, { userId: its.owner.user.id, status: 'COMPLETED', title, ...(assets && { assets }) })
    await its.site.sql.query(
      `update videos set width = $2 * 2, height = $2, original_key = $3, duration = 5, video_codec = 'h264' where id = $1`,
      [...[id, height, `videos/${id}/original/source.mp4`]],
    )
    return id
  }

  test('are made anew from the original, and people watch what there is until then', async () => {
    const low = await completed('Low', 800, { TRANSCODE_480: 5, ORIGINAL: 7 })
    await completed('All', 800, { TRANSCODE_480: 5, TRANSCODE_720: 6 })
    await completed('Small', 300, { TRANSCODE_480: 5 })
    await add('Draft')
    const skipped = 'It has these qualities, or its original has too little detail for them'
    expect((await run(make)).sort()).toEqual([
      ['All', 'skipped', skipped],
      ['Draft', 'failed', 'This video was not processed yet. Start its processing first.'],
      ['Low', 'done', null],
      ['Small', 'skipped', skipped],
    ])
    const { rows } = await its.site.sql.query('select id, status, output_formats from jobs where id = $1', [low])
    expect(rows).toEqual([{ id: low, status: 'PENDING', output_formats: ['480p', '720p'] }])
    expect((await its.site.sql.query('select from assets where job_id = $1', [low])).rowCount).toBe(2)
    expect(await run(make)).toContainEqual(['Low', 'failed', 'This video is being processed. Try it again when it is done.'])
    const id = await its.started({ ...make, filter: undefined, ids: [low] })
    await its.site.sql.query('update task_items set attempts = 1 where task_id = $1', [id])
    expect(await its.finish(id, its.owner)).toEqual([['Low', 'done', null]])
  })

  test('wait for the jobs of a person who may have only some at once, and so do restored ones', async () => {
    const ids = [await completed('Low', 800, { TRANSCODE_480: 5 }), await completed('High', 1200, { TRANSCODE_480: 5 })]
    const quota = (jobs: number | null) => its.site.sql.query('update users set quota_jobs = $2 where id = $1', [its.owner.user.id, jobs])
    const endJobs = () =>
      its.site.sql.query(
        `update jobs set status = 'COMPLETED'; update tasks set leased_until = now() - interval '1 second' where lease is null`,
      )
    const waiting = async (id: string, count: number) => {
      const runner = its.startRunner()
      await runner.task.run()
      const state = async () =>
        (await its.site.sql.query('select lease, leased_until > now() as is_postponed, done from tasks where id = $1', [id])).rows[0]
      await vi.waitFor(async () => expect(await state()).toEqual({ lease: null, is_postponed: true, done: count }), 20_000)
      await runner.stop()
    }
    await quota(1)
    const id = await its.started(make)
    await waiting(id, 1)
    expect((await its.report(id, its.owner)).map(([, status]) => status).sort()).toEqual(['done', 'waiting'])
    await endJobs()
    expect((await its.finish(id, its.owner)).map(([, status]) => status)).toEqual(['done', 'done'])
    await endJobs()
    await its.site.sql.query('delete from replacements')

    await run({ ids, change: { action: 'delete' } })
    await its.site.sql.query(`update trashed_rows set rows = jsonb_set(rows, '{0,status}', '"PENDING"') where table_name = 'jobs'`)
    const restore = await its.started({ ids, change: { action: 'restore' } })
    await waiting(restore, 1)
    await quota(0)
    await endJobs()
    const refused = 'You can have at most 0 active jobs. Wait until a job is done, or cancel one.'
    expect((await its.finish(restore, its.owner)).map(([, , reason]) => reason).sort()).toEqual([refused, null])
    await quota(null)
  })

  test('a worker of the version before does not get such a job', async () => {
    const id = await completed('Low', 800, { TRANSCODE_480: 5 })
    await run(make)
    const claim = (columns: string) => its.site.sql.query(`update jobs set takes = takes + 1, ${columns} where id = $1`, [id])
    expect((await claim('replacement_take = takes + 1')).rowCount).toBe(0)
    expect((await claim('replacement_take = takes + 1, own_file_take = takes + 1')).rowCount).toBe(1)
  })
})

describe('admins', () => {
  const everyone = (change: unknown, filter: object = {}) => ({ filter: { everyone: true, ...filter }, change })
  const completed = (title: string, who: Session) =>
    addJob(its.site, { userId: who.user.id, status: 'COMPLETED', title, assets: { TRANSCODE_480: 100 } })
  const asAdmin = (body: unknown) => its.asAdmin(body)
  const used = async (who: Session) => {
    const { rows } = await its.site.sql.query(
      `select kind, sum(bytes)::int as bytes, sum(count)::int as count from tallies where name = $1 group by kind order by kind`,
      [who.user.id],
    )
    return rows
  }

  test('change what their list shows; nobody else does', async () => {
    await completed('Harbour', its.owner)
    await completed('Harbour too', its.stranger)
    await completed('Land', its.stranger)
    expect(await its.ask(everyone(privately))).toMatchObject({ status: 403, body: { message: 'Only admins can do this.' } })
    const { body } = await its.site.asAdmin('GET /admin/jobs/all?search=harbour')
    expect((body['jobs'] as { title: string }[]).map(({ title }) => title)).toEqual(['Harbour too', 'Harbour'])
    expect(await asAdmin(everyone(privately, { search: 'harbour' }))).toEqual([
      ['Harbour too', 'done', null],
      ['Harbour', 'done', null],
    ])
    const { rows } = await its.site.sql.query(`select target from audit_log where action = 'videos.bulk'`)
    expect(rows).toEqual([{ target: 'Make 2 videos private' }])
  })

  test('a key without their scope changes nothing of others', async () => {
    const [open, deleted] = [await add('Open'), await add('Deleted')]
    await its.call(`DELETE /gallery/videos/${deleted}`, its.owner)
    const { body } = await its.site.asAdmin('POST /account/keys', { name: 'Script', scopes: ['read', 'manage'] })
    const token = String(body['secret'])
    const byKey = async (ids: string[], change: unknown) => {
      const { body: answer } = await its.site.product.call('POST /videos/bulk', { token, body: { ids, change } })
      const { id } = answer['task'] as { id: string }
      const runner = its.startRunner()
      await runner.task.run()
      const items = async () => (await its.site.product.call(`GET /tasks/${id}/items`, { token })).body['items'] as { status: string }[]
      await vi.waitFor(async () => expect((await items()).map(({ status }) => status)).toEqual(['failed']), 20_000)
      await runner.stop()
    }
    await byKey([open], privately)
    await byKey([deleted], { action: 'erase' })
    expect(await column('visibility')).toEqual([['Open', 'public']])
    expect((await its.site.sql.query('select from trashed_videos')).rowCount).toBe(1)
  })

  test('give a video to another person, with what it takes of the storage', async () => {
    const id = await completed('Harbour', its.owner)
    const change = { action: 'change-owner', owner: its.stranger.user.username.toUpperCase() }
    expect((await its.ask({ ids: [id], change })).status).toBe(403)
    await its.site.sql.query('select recount_tallies()')
    await its.site.sql.query('update users set quota_bytes = 50 where id = $1', [its.stranger.user.id])
    expect((await asAdmin({ ids: [id], change }))[0]).toEqual(['Harbour', 'failed', expect.stringContaining('storage is full')])
    await its.site.sql.query('update users set quota_bytes = null where id = $1', [its.stranger.user.id])
    expect(await asAdmin({ ids: [id], change })).toEqual([['Harbour', 'done', null]])
    const after = [await used(its.owner), await used(its.stranger)]
    await its.site.sql.query('select recount_tallies()')
    const positive = (rows: { count: number }[]) => rows.filter(({ count }) => count !== 0)
    expect(after.map(positive)).toEqual([await used(its.owner), await used(its.stranger)].map(positive))
    expect((await its.call(`GET /jobs/${id}`, its.owner)).status).toBe(404)
    expect((await its.call(`GET /jobs/${id}`, its.stranger)).status).toBe(200)
    expect(await asAdmin({ ids: [id], change })).toEqual([['Harbour', 'skipped', 'Belongs to this person already']])
  })

  test('give no video to a disabled account, also one that is disabled while the task waits', async () => {
    const id = await completed('Harbour', its.owner)
    const request = { ids: [id], change: { action: 'change-owner', owner: its.stranger.user.username } }
    const disable = (at: Date | null) => its.site.sql.query('update users set disabled_at = $2 where id = $1', [its.stranger.user.id, at])
    const message = 'This account is disabled. Enable it first, or choose another owner.'
    await disable(new Date())
    expect(await its.site.asAdmin('POST /videos/bulk', request)).toMatchObject({ status: 409, body: { message } })
    await disable(null)
    const { body } = await its.site.asAdmin('POST /videos/bulk', request)
    await disable(new Date())
    expect(await its.finishAs((body['task'] as { id: string }).id, its.site.asAdmin)).toEqual([['Harbour', 'failed', message]])
    await disable(null)
  })

  test('end the exports of the former owner that have the video', async () => {
    const id = await completed('Harbour', its.owner)
    const exportOf = async (videoId: string) => {
      const exportId = newId()
      await its.site.sql.query(
        `with task as (
           insert into tasks (id, user_id, kind, title, request, status, ended_at) values ($1, $2, 'export', 'Export', '{}', 'completed', now()) returning id),
         item as (
           insert into task_items (task_id, number, key, label, details, status) select id, 1, $3, 'x', '{}', 'done' from task)
         insert into exports (id, user_id, folder, has_renditions, bytes, expires_at) select id, $2, 'x', false, 9, now() + interval '1 day' from task`,
        [exportId, its.owner.user.id, videoId],
      )
      return exportId
    }
    const [having, other] = [await exportOf(id), await exportOf(newId())]
    await asAdmin({ ids: [id], change: { action: 'change-owner', owner: its.stranger.user.username } })
    const { body } = await its.call('GET /account/exports', its.owner)
    const statuses = (body['exports'] as { id: string; status: string }[]).map((each) => [each.id, each.status])
    expect(new Map(statuses as [string, string][])).toEqual(
      new Map([
        [having, 'outdated'],
        [other, 'ready'],
      ]),
    )
  })
})
