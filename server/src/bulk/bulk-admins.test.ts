import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBulkSite } from '../../testing/bulk-site.ts'
import type { Session } from '../../testing/people.ts'
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
const column = (name: string) => its.column(name)
const privately = { action: 'visibility', visibility: 'private' }

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

  test('change what a filter of their list shows', async () => {
    await completed('Harbour', its.owner)
    await completed('Sea', its.stranger)
    const tagged = await completed('Lake', its.stranger)
    const kept = await completed('Hidden', its.owner)
    await its.site.sql.query(`update videos set tags = '{water}', tag_names = '{Water}' where id = any($1)`, [[tagged, kept]])
    await its.site.sql.query(`update videos set visibility = 'private' where id = $1`, [kept])
    const { body } = await its.site.asAdmin('GET /admin/jobs/all?tag=WATER&visibility=public')
    expect((body['jobs'] as { id: string }[]).map(({ id }) => id)).toEqual([tagged])
    expect(await asAdmin(everyone(privately, { tag: 'WATER', visibility: 'public' }))).toEqual([['Lake', 'done', null]])
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
