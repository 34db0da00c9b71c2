import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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
