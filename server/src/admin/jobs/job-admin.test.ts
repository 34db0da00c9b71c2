import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { endpointList } from '@video-forge/contract/endpoints'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { useShortSample } from '../../../testing/media/short-sample.ts'
import { newUser } from '../../../testing/people.ts'
import { addJob, addUser, ended, openSite, type Site } from '../../../testing/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await useShortSample(site.product.dataDir)
})
afterAll(() => site.stop())

const someId = '00000000-0000-7000-8000-000000000000'
const jobsOf = (body: Record<string, unknown>) => body['jobs'] as { id: string; title: string; user_email: string; bytes: number }[]
const resultOf = <Result>(body: Record<string, unknown>) => body['result'] as Result

test('only admins may use the endpoints for admins', async () => {
  const user = await newUser(site.product, site.mailbox)
  const keys = endpointList.filter(([, { access }]) => access === 'admin').map(([key]) => key.replace('{id}', someId))
  expect(keys.length).toBeGreaterThan(20)
  for (const key of keys) {
    const body = /^(POST|PUT)/.test(key) ? {} : undefined
    expect([key, (await site.product.call(key, { ...(body && { body }) })).status]).toEqual([key, 401])
    expect([key, (await site.product.call(key, { token: user.tokens.idToken, ...(body && { body }) })).status]).toEqual([key, 403])
  }
})

test('the counters match the tables after inserts, updates and deletes', async () => {
  const [one, two] = [await addUser(site), await addUser(site)]
  await addJob(site, { userId: one, status: 'COMPLETED', assets: { TRANSCODE_480: 1000, THUMBNAIL: 10 } })
  const deleted = await addJob(site, { userId: one, status: 'COMPLETED', assets: { TRANSCODE_480: 500 } })
  await addJob(site, { userId: two, status: 'FAILED', daysAgo: 3 })
  await addJob(site, { userId: two, status: 'COMPLETED', assets: { GIF: 7 } })
  await site.asAdmin(`DELETE /jobs/admin/${deleted}`)
  await site.sql.query(`update jobs set status = 'CANCELLED' where user_id = $1 and status = 'FAILED'`, [two])
  const check = async () => {
    const { body } = await site.asAdmin('GET /admin/jobs/stats')
    const { rows } = await site.sql.query('select status, count(*)::int as count from jobs group by status')
    const counted = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    const stats = body['stats'] as { totalUsers: number; recentJobs: number; jobStats: Record<string, number> }
    const nonzero = Object.fromEntries(Object.entries(stats.jobStats).filter(([, count]) => count > 0))
    expect(nonzero).toEqual(counted)
    expect(Object.keys(stats.jobStats)).toHaveLength(7)
    const users = await site.sql.query('select count(*)::int as count from users')
    const recent = await site.sql.query(`select count(*)::int as count from jobs where created_at > now() - interval '1 day'`)
    expect([stats.totalUsers, stats.recentJobs]).toEqual([users.rows[0].count, recent.rows[0].count])
    const stored = await site.asAdmin('GET /admin/storage/stats')
    const sums = await site.sql.query('select count(*)::int as total, coalesce(sum(file_size), 0)::int as bytes from assets')
    expect(resultOf<{ assets: object }>(stored.body).assets).toMatchObject(sums.rows[0])
  }
  await check()
  expect((await site.asAdmin(`DELETE /auth/users/${two}`)).status).toBe(200)
  await check()
  const { rows } = await site.sql.query(`select sum(count)::int as count from tallies where kind in ('owner', 'videos') and name = $1`, [
    two,
  ])
  expect(rows[0].count).toBeNull()
})

test("everybody's jobs are found by title, source, person and id, filtered, sorted and paged", async () => {
  const userId = await addUser(site, 'searched-person')
  const ids: string[] = []
  for (let i = 0; i < 7; i += 1) {
    ids.push(
      await addJob(site, {
        userId,
        status: i % 2 ? 'FAILED' : 'COMPLETED',
        title: `Needle 100% ${i}`,
        source: `https://hay.example/stack_${i}.mp4`,
        daysAgo: 7 - i,
      }),
    )
  }
  const found = async (query: string) => {
    const { body } = await site.asAdmin(`GET /admin/jobs/all?${query}`)
    return { ids: jobsOf(body).map(({ id }) => id), total: body['total'], next: body['nextCursor'] as string | null }
  }
  const newestFirst = [...ids].reverse()
  expect(await found('search=needle%20100%25&limit=50')).toEqual({ ids: newestFirst, total: 7, next: null })
  expect((await found('search=stack_3.mp4')).ids).toEqual([ids[3]])
  expect((await found('search=searched-person@example.com&limit=50')).ids).toEqual(newestFirst)
  expect((await found(`search=${ids[2]}`)).ids).toEqual([ids[2]])
  expect((await found('search=needle%20100_')).total).toBe(0)
  expect((await found('search=needle&status=FAILED&sort=oldest')).ids).toEqual([ids[1], ids[3], ids[5]])
  for (const sort of ['newest', 'oldest', 'status']) {
    const whole = await found(`search=needle&sort=${sort}&limit=50`)
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof found>> = await found(`search=needle&sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.ids)
      cursor = page.next
    }
    expect(paged).toEqual(whole.ids)
    expect(new Set(paged).size).toBe(7)
  }
  const { body } = await site.asAdmin('GET /admin/jobs/all?limit=5')
  expect(jobsOf(body)).toHaveLength(5)
  expect(jobsOf(body)[0]?.user_email).toContain('@')
  expect((await site.asAdmin('GET /admin/jobs/all?cursor=nonsense')).status).toBe(400)
})

test("everybody's jobs are found by tag, visibility and day of their videos, in one list with text and status", async () => {
  const userId = await addUser(site, 'tagged-person')
  const add = async (title: string, { tags, ...job }: { tags: string[]; daysAgo: number; status?: 'FAILED' }) => {
    const id = await addJob(site, { userId, title, status: job.status ?? 'COMPLETED', daysAgo: job.daysAgo })
    const columns = [tags.map((tag) => tag.toLowerCase()), tags, job.daysAgo]
    await site.sql.query(
      `update videos set tags = $2, tag_names = $3, visibility = 'private', created_at = now() - make_interval(days => $4) where id = $1`,
      [id, ...columns],
    )
    return id
  }
  const old = await add('Filtered old', { tags: ['Köln', 'sea'], daysAgo: 400 })
  const failed = await add('Filtered failed', { tags: ['koln'], daysAgo: 5, status: 'FAILED' })
  const open = await add('Filtered open', { tags: ['KÖLN'], daysAgo: 3 })
  const other = await add('Filtered other', { tags: ['sea'], daysAgo: 2 })
  await site.sql.query(`update videos set visibility = 'public' where id = $1`, [open])
  // A video with a password is public, as its owner has chosen.
  await site.sql.query(`update videos set opens_by_password = true, password_hash = 'x' where id = $1`, [other])
  const found = async (query: string) => {
    const { status, body } = await site.asAdmin(`GET /admin/jobs/all?${query}`)
    return status === 200 ? [jobsOf(body).map(({ id }) => id), body['total'], body['totalIsLeast']] : status
  }
  expect(await found('tag=K%C3%96ln')).toEqual([[open, failed, old], 3, false])
  expect(await found('tag=koln&visibility=private')).toEqual([[failed, old], 2, false])
  expect(await found('tag=sea&visibility=public')).toEqual([[other], 1, false])
  expect(await found('tag=koln&status=FAILED')).toEqual([[failed], 1, false])
  expect(await found('search=filtered&tag=sea&sort=oldest')).toEqual([[old, other], 2, false])
  const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString()
  expect(await found(`tag=koln&before=${monthAgo}`)).toEqual([[old], 1, false])
  expect(await found(`tag=koln&after=${monthAgo}&limit=1`)).toEqual([[open], 2, false])
  expect(await found('tag=%23')).toBe(400)
  expect(await found('visibility=hidden')).toBe(400)
  expect(await found('after=someday')).toBe(400)
})

test('a filter with very many matches is a lower bound as well, and joins with a text', async () => {
  const userId = await addUser(site, 'prolific-tagger')
  await site.sql.query(
    `with new as (select gen_random_uuid() as id from generate_series(1, 1200)),
     made as (insert into videos (id, user_id, title, visibility, status, tags) select id, $1, 'Episode', 'public', 'ready', '{series}' from new returning id)
     insert into jobs (id, user_id, input_source, output_formats, status) select id, $1, 'x', '{480p}', 'COMPLETED' from made`,
    [userId],
  )
  await addJob(site, { userId, status: 'FAILED', title: 'Episode without a tag' })
  const found = async (query: string) => {
    const { body } = await site.asAdmin(`GET /admin/jobs/all?${query}&limit=20`)
    return [body['total'], body['totalIsLeast'], jobsOf(body).length]
  }
  expect(await found('tag=series')).toEqual([1000, true, 20])
  expect(await found('tag=series&search=episode')).toEqual([1000, true, 20])
  expect(await found('tag=series&search=episode&status=FAILED')).toEqual([0, false, 0])
  await site.sql.query('delete from users where id = $1', [userId])
})

test('a search with very many matches gives a lower bound as its total', async () => {
  const userId = await addUser(site, 'prolific')
  await site.sql.query(
    `with new as (select gen_random_uuid() as id from generate_series(1, 1200)),
     made as (insert into videos (id, user_id, title, visibility, status) select id, $1, 'Broadcast', 'public', 'ready' from new returning id)
     insert into jobs (id, user_id, input_source, output_formats, status) select id, $1, 'x', '{480p}', 'COMPLETED' from made`,
    [userId],
  )
  const { body } = await site.asAdmin('GET /admin/jobs/all?search=broadcast&limit=20')
  expect([body['total'], body['totalIsLeast'], jobsOf(body).length]).toEqual([1000, true, 20])
  await site.sql.query('delete from users where id = $1', [userId])
})

test('two admins who restart failed jobs at once restart each of them once, or only the chosen ones', async () => {
  const site = await openSite({ ALLOW_PRIVATE_SOURCES: 'true' })
  onTestFinished(() => site.stop())
  // Restarted jobs must not fail again before all requests are done.
  const silence = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silence.close().closeAllConnections())
  await once(silence, 'listening')
  const source = `http://127.0.0.1:${(silence.address() as AddressInfo).port}/none.mp4`
  const userId = await addUser(site)
  const failed: string[] = []
  for (let i = 0; i < 6; i += 1) failed.push(await addJob(site, { userId, status: 'FAILED', source }))
  const chosen = await site.asAdmin('POST /jobs/admin/restart-failed', { ids: failed.slice(0, 2) })
  expect(chosen).toMatchObject({ status: 200, body: { result: { restarted: 2 } } })
  const both = await Promise.all([site.asAdmin('POST /jobs/admin/restart-failed'), site.asAdmin('POST /jobs/admin/restart-failed', {})])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both.reduce((sum, { body }) => sum + resultOf<{ restarted: number }>(body).restarted, 0)).toBe(4)
  const { rows } = await site.sql.query(
    `select job_id, count(*)::int as times from job_events where job_id = any($1) and status = 'PENDING' group by job_id`,
    [failed],
  )
  expect(rows.map(({ times }) => times)).toEqual([1, 1, 1, 1, 1, 1])
})

test('clean-up counts first, then deletes only failed and cancelled jobs of over 30 days', async () => {
  const userId = await addUser(site)
  const old = [
    await addJob(site, { userId, status: 'FAILED', daysAgo: 31 }),
    await addJob(site, { userId, status: 'CANCELLED', daysAgo: 40 }),
  ]
  const kept = [
    await addJob(site, { userId, status: 'COMPLETED', daysAgo: 400 }),
    await addJob(site, { userId, status: 'FAILED', daysAgo: 29 }),
    await addJob(site, { userId, status: 'FAILED', daysAgo: 31 }),
  ]
  // Its original can be watched as it is.
  await site.sql.query(`update videos set status = 'uploaded' where id = $1`, [kept[2]])
  const there = async () => {
    const { rows } = await site.sql.query('select id from jobs where id = any($1) order by id', [[...old, ...kept]])
    return rows.map(({ id }) => id)
  }
  const look = await site.asAdmin('DELETE /jobs/admin/cleanup-old?dryRun=true')
  const counts = { keptCount: 1, remainingCount: 0, freedSpace: 0, freedSpaceIsLeast: false }
  expect(resultOf(look.body)).toEqual({ ...counts, deletedCount: 2, dryRun: true })
  expect(await there()).toHaveLength(5)
  const both = await Promise.all([site.asAdmin('DELETE /jobs/admin/cleanup-old'), site.asAdmin('DELETE /jobs/admin/cleanup-old')])
  expect(both.reduce((sum, { body }) => sum + resultOf<{ deletedCount: number }>(body).deletedCount, 0)).toBe(2)
  expect(await there()).toEqual([...kept].sort())
  const nothing = await site.asAdmin('DELETE /jobs/admin/cleanup-old')
  expect(resultOf(nothing.body)).toEqual({ ...counts, deletedCount: 0, dryRun: false })
})

test('a clean-up reports only the space of what it deleted itself', async () => {
  const userId = await addUser(site)
  const bytes = 1000
  const old = [await addJob(site, { userId, status: 'FAILED', daysAgo: 31 }), await addJob(site, { userId, status: 'FAILED', daysAgo: 31 })]
  for (const id of old) {
    const key = `uploads/${id}/original`
    const path = join(site.product.dataDir, 'storage', 'objects', ...key.split('/'))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, Buffer.alloc(bytes))
    await site.sql.query('update videos set original_key = $2 where id = $1', [id, key])
  }
  const both = await Promise.all([site.asAdmin('DELETE /jobs/admin/cleanup-old'), site.asAdmin('DELETE /jobs/admin/cleanup-old')])
  const results = both.map(({ body }) => resultOf<{ deletedCount: number; freedSpace: number }>(body))
  expect(results.reduce((sum, { deletedCount }) => sum + deletedCount, 0)).toBe(2)
  for (const { deletedCount, freedSpace } of results) expect(freedSpace).toBe(deletedCount * bytes)
})

test("anybody's job can be cancelled and deleted, once", async () => {
  const userId = await addUser(site)
  const id = await addJob(site, { userId, status: 'PENDING' })
  await site.sql.query(`update jobs set status = 'CANCELLED' where id = $1`, [id])
  expect((await site.asAdmin(`POST /admin/jobs/${id}/cancel`)).status).toBe(409)
  const deletions = await Promise.all([site.asAdmin(`DELETE /jobs/admin/${id}`), site.asAdmin(`DELETE /jobs/admin/${id}`)])
  expect(deletions.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await site.asAdmin(`GET /admin/jobs/${id}`)).status).toBe(404)
})

test('a load test loses and duplicates no job; each job has details', async () => {
  const { body } = await site.asAdmin('POST /jobs/load-test', { concurrent: 2 })
  const ids = jobsOf(body).map(({ id }) => id)
  expect(await Promise.all(ids.map((id) => ended(site, id)))).toEqual(['COMPLETED', 'COMPLETED'])
  const judged = await site.asAdmin(`GET /admin/load-test?ids=${[...ids, someId].join(',')}`)
  expect(resultOf(judged.body)).toMatchObject({ jobs: 3, completed: 2, failed: 0, running: 0, lost: 1, duplicated: 0, finished: true })
  const { result } = (await site.asAdmin(`GET /admin/jobs/${ids[0]}`)).body as { result: Record<string, unknown> }
  expect(result).toMatchObject({ plan: { formats: [{ format: '480p' }] }, worker: null, job: { attempts: 1, status: 'COMPLETED' } })
  const stages = (result['timeline'] as { status: string; stage: string }[]).map(({ status, stage }) => `${status} ${stage}`)
  expect(stages).toEqual(expect.arrayContaining(['PENDING Waiting', 'DOWNLOADING Fetching the source', 'COMPLETED null']))
  expect(JSON.stringify(result['log'])).toContain('Source: ')
}, 120_000)
