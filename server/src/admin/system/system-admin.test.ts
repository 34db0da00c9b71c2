import { randomUUID } from 'node:crypto'
import { toCsv } from '@video-forge/contract/text/csv'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { databaseAt } from '../../../testing/services/database-at.ts'
import { addJob, addUser, openSite, type Site } from '../../../testing/site.ts'
import { growthOf } from '../storage/storage-report.ts'
import { timeAgo } from './activity.ts'
import { describeFfmpeg } from './health.ts'

let site: Site
let userId: string
beforeAll(async () => {
  site = await openSite({ MAX_CONCURRENT_JOBS: '3' })
  userId = await addUser(site, 'newsmaker')
})
afterAll(() => site.stop())

test('deletes workers without a heartbeat for a day', async () => {
  const id = randomUUID()
  await site.sql.query(
    `insert into workers (id, host, pid, role, concurrency, cores, started_at, jobs, load, seen_at)
     values ($1, 'gone', 1, 'worker', 1, 1, now() - interval '3 days', '{}', 0, now() - interval '2 days')`,
    [id],
  )
  const find = async () => (await site.sql.query('select 1 from workers where id = $1', [id])).rows
  await vi.waitFor(async () => expect(await find()).toEqual([]), { timeout: 60_000, interval: 200 })
})

test('the status has the queue, the health of each part with its age, ffmpeg and the workers', async () => {
  const look = async () =>
    (await site.asAdmin('GET /jobs/admin/processing-status')).body['status'] as Record<string, Record<string, unknown>>
  type Readings = { status: string; checkedAt: string }[]
  const readingsIn = (status: Awaited<ReturnType<typeof look>>) => Object.values(status['systemHealth'] ?? {}) as Readings
  // A check that timed out on a busy machine is repeated.
  const status = await vi.waitFor(
    async () => {
      const now = await look()
      expect(now['workers']).toHaveLength(1)
      for (const reading of readingsIn(now)) expect(reading.status).toBe('connected')
      return now
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(status['queue']).toEqual({ queuedJobs: 0, activeJobs: 0, maxConcurrentJobs: 3 })
  expect(Object.keys(status['systemHealth'] ?? {})).toEqual(['database', 'cache', 'storage', 'queue', 'mail', 'ffmpeg'])
  for (const reading of readingsIn(status)) expect(Date.now() - Date.parse(reading.checkedAt)).toBeLessThan(60_000)
  expect(status['ffmpeg']?.['version']).toMatch(/\d/)
  expect(status['ffmpeg']?.['encoders']).toContainEqual({ name: 'libx264', available: true })
  expect((status['workers'] as unknown as object[])[0]).toMatchObject({ pid: process.pid, role: 'all', concurrency: 3, jobs: [] })
})

test('recent activity has changes of jobs and admin actions, newest first', async () => {
  const id = await addJob(site, { userId, status: 'PENDING', title: 'News' })
  await site.sql.query(`update jobs set status = 'FAILED' where id = $1`, [id])
  await site.asAdmin(`PUT /admin/users/${userId}/quota`, { quotaBytes: null, quotaJobs: null })
  const { body } = await site.asAdmin('GET /jobs/admin/recent-activity')
  const activities = body['activities'] as { activity: string; color: string; timeAgo: string; id: string }[]
  expect(activities.slice(0, 3).map(({ activity, color, timeAgo: ago }) => [activity, color, ago])).toEqual([
    ['admin set the quota of newsmaker', 'amber', 'just now'],
    ['"News" by newsmaker failed', 'red', 'just now'],
    ['newsmaker queued "News"', 'blue', 'just now'],
  ])
  expect(new Set(activities.map(({ id: each }) => each)).size).toBe(activities.length)
})

test('history is stored by minute and by hour, with the seconds of video made', async () => {
  const { readHistory, sampleMinute, downsample } = await import('./metrics.ts')
  const database = await databaseAt(site.product.databaseUrl)
  await addJob(site, { userId, status: 'COMPLETED', assets: { GIF: 12 } })
  await site.sql.query(`update jobs set finished_at = date_trunc('minute', now()) - interval '30 seconds' where status = 'COMPLETED'`)
  await site.sql.query('delete from metrics')
  const written = await Promise.all([sampleMinute(database.db), sampleMinute(database.db)])
  expect(written.filter(Boolean)).toHaveLength(1)
  await downsample(database.db)
  const minutes = await readHistory(database.db, '1h')
  expect(minutes.points).toHaveLength(1)
  expect(minutes.points[0]).toMatchObject({ completed: 1, failed: 0, storageBytes: 12, queued: 0 })
  expect(minutes.points[0]?.throughput).toBeCloseTo(10 / 60, 3)
  for (const range of ['24h', '30d'] as const) {
    const { body } = await site.asAdmin(`GET /admin/metrics?range=${range}`)
    expect(body['points']).toMatchObject([{ completed: 1, storageBytes: 12 }])
  }
  await database.close()
})

test('Prometheus gets the gauges of the site', async () => {
  const text = await (await fetch(`${site.product.url}/metrics`)).text()
  expect(text).toContain('video_forge_jobs{status="FAILED"} 1')
  expect(text).toContain('video_forge_workers 1')
  expect(text).toContain('process_cpu_seconds_total')
})

test('the report is a file, as JSON and as CSV, with growth by day and nothing a spreadsheet would run', async () => {
  await addJob(site, { userId, status: 'COMPLETED', title: '=HYPERLINK("http://evil","x")', assets: { TRANSCODE_480: 5000 } })
  const token = (await site.product.call('POST /auth/login', { body: { username: 'admin', password: 'Correct-Horse-1' } })).body[
    'result'
  ] as { tokens: { idToken: string } }
  const take = (query: string) =>
    fetch(`${site.product.url}/prod/api/admin/storage/report?${query}`, { headers: { authorization: `Bearer ${token.tokens.idToken}` } })
  const json = await take('format=json&period=7')
  expect(json.headers.get('content-disposition')).toMatch(/^attachment; filename="storage-report-.*-7-days\.json"$/)
  const { report, success } = (await json.json()) as {
    success: boolean
    report: { growth: { bytesAdded: number; totalBytes: number }[]; assets: object }
  }
  expect(success).toBe(true)
  expect(report.growth).toHaveLength(7)
  expect(report.growth.at(-1)).toMatchObject({ bytesAdded: 5012, totalBytes: 5012 })
  const csv = await take('format=csv&period=30')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await csv.text()).split('\r\n')
  expect(lines.filter((line) => line.startsWith('day,'))).toHaveLength(30)
  expect(lines).toContain(`largest,"'=HYPERLINK(""http://evil"",""x"")",TRANSCODE_480 by newsmaker,1,5000,,,,`)
  expect((await take('format=pdf')).status).toBe(400)
})

test.each(['=1+1', '+1', '-1', '@a', '\tx', '\rx', '  =1'])('a cell that begins like a formula is text: %j', (value) => {
  expect(toCsv([[value]])).toMatch(/^"?'/)
})
test('cells with commas, quotes and lines stay one cell, and numbers stay numbers', () => {
  expect(toCsv([['a,b', 'say "x"', 'two\nlines', -5, null]])).toBe('"a,b","say ""x""","two\nlines",-5,\r\n')
})

test('growth counts back from the current size', () => {
  const now = new Date('2026-03-03T12:00:00Z')
  const added = [
    { name: '2026-03-01', count: 2, bytes: 20 },
    { name: '2026-03-03', count: 1, bytes: 5 },
  ]
  const removed = [{ name: '2026-03-02', count: 1, bytes: 8 }]
  const growth = growthOf({ period: 3, now, added, removed, bytesNow: 100 })
  expect(growth.map(({ day, totalBytes }) => [day, totalBytes])).toEqual([
    ['2026-03-01', 103],
    ['2026-03-02', 95],
    ['2026-03-03', 100],
  ])
})

test('relative times use the largest whole unit', () => {
  const now = new Date('2026-03-03T12:00:00Z')
  const ago = (seconds: number) => timeAgo(new Date(now.getTime() - seconds * 1000), now)
  expect([5, 60, 119, 3600, 7300, 86_400, 864_000].map(ago)).toEqual([
    'just now',
    '1 minute ago',
    '1 minute ago',
    '1 hour ago',
    '2 hours ago',
    '1 day ago',
    '10 days ago',
  ])
})

test('ffmpeg is old two years after its release', () => {
  const now = new Date('2026-03-03')
  const facts = (year: number | undefined) => ({ version: '7', year, encoders: new Set(['libx264']) })
  expect([2026, 2024, 2023, undefined].map((year) => describeFfmpeg(facts(year), now).isOld)).toEqual([false, false, true, false])
})
