import type { JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { isActive, jobStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql } from 'kysely'
import pino from 'pino'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type JobDatabase, openJobDatabase } from '../../testing/services/job-database.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { newId } from '../platform/database/new-id.ts'
import { startScheduler } from '../platform/schedule/scheduler.ts'
import { reconcileOnce, reconcileTask } from './reconcile.ts'

let jobs: JobDatabase
beforeEach(async () => {
  jobs = await openJobDatabase()
  return jobs.close
})

async function addJobs(count: number, status: JobStatus = 'PENDING', queuedSecondsAgo?: number): Promise<string[]> {
  const queued_at = queuedSecondsAgo === undefined ? null : new Date(Date.now() - queuedSecondsAgo * 1000)
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    user_id: jobs.owner,
    input_source: 's',
    output_formats: ['720p' as const],
    status,
    queued_at,
  }))
  const videos = rows.map(({ id }) => ({
    id,
    user_id: jobs.owner,
    title: 't',
    visibility: 'public' as const,
    status: 'processing' as const,
  }))
  await jobs.db.insertInto('videos').values(videos).execute()
  await jobs.db.insertInto('jobs').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Works on whatever the queue holds, and says what it was. */
async function workAll(): Promise<string[]> {
  const worked: string[] = []
  const worker = await jobs.queue.work(async (id) => void worked.push(id), { concurrency: 4 })
  onTestFinished(() => worker.close(0))
  return worked
}

const loseQueue = () => sql`truncate queue.job cascade`.execute(jobs.db)
const waiting = async () => (await jobs.queue.counts()).waiting

describe('one round', () => {
  test('queues a row that was committed but never queued, and it is worked', async () => {
    const [id] = await addJobs(1)
    const worked = await workAll()
    expect(await reconcileOnce(jobs.db, jobs.queue)).toBe(1)
    await vi.waitFor(() => expect(worked).toEqual([id]))
    expect(await reconcileOnce(jobs.db, jobs.queue)).toBe(0)
  })

  test.each(jobStatuses)('offers a row that is %s only while it is unfinished', async (status) => {
    await addJobs(1, status)
    await addJobs(1, status, 31)
    expect(await reconcileOnce(jobs.db, jobs.queue)).toBe(isActive(status) ? 2 : 0)
    expect(await waiting()).toBe(isActive(status) ? 2 : 0)
  })

  test('queues a row again that the queue has lost, once it was queued long enough ago', async () => {
    const [lost] = await addJobs(1)
    await reconcileOnce(jobs.db, jobs.queue)
    await loseQueue()
    expect([await waiting(), await reconcileOnce(jobs.db, jobs.queue)]).toEqual([0, 0])
    await sql`update jobs set queued_at = now() - interval '31 seconds'`.execute(jobs.db)
    expect(await reconcileOnce(jobs.db, jobs.queue)).toBe(1)
    const worked = await workAll()
    await vi.waitFor(() => expect(worked).toEqual([lost]))
  })

  test('changes nothing for a row that still waits', async () => {
    await addJobs(1)
    await reconcileOnce(jobs.db, jobs.queue)
    await sql`update jobs set queued_at = now() - interval '31 seconds'`.execute(jobs.db)
    expect(await reconcileOnce(jobs.db, jobs.queue)).toBe(1)
    expect(await waiting()).toBe(1)
  })

  test('takes rows that were never queued before those that only may be lost', async () => {
    await addJobs(500, 'PENDING', 60)
    const [fresh] = await addJobs(1)
    expect(await reconcileOnce(jobs.db, jobs.queue)).toBe(500)
    const row = await jobs.db
      .selectFrom('jobs')
      .select('queued_at')
      .where('id', '=', fresh ?? '')
      .executeTakeFirst()
    expect(row?.queued_at).toBeInstanceOf(Date)
  })
})

describe('the reconciler', () => {
  test('queues more rows than one batch at once when it starts', async () => {
    await addJobs(501)
    // With the clock held, the next round never comes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const reconciler = startScheduler([reconcileTask(jobs.db, jobs.queue)], silentLog)
    onTestFinished(() => reconciler.stop())
    while ((await waiting()) < 501);
  })

  test('comes again after a round that failed, for rows that were added since', { timeout: 120_000 }, async () => {
    const warnings: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
    await sql`alter table jobs rename to jobs_away`.execute(jobs.db)
    const reconciler = startScheduler([reconcileTask(jobs.db, jobs.queue)], log)
    onTestFinished(() => reconciler.stop())
    await vi.waitFor(() => expect(warnings).toHaveLength(1))
    await sql`alter table jobs_away rename to jobs`.execute(jobs.db)
    await addJobs(1)
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 60_000 })
  })

  test('does nothing once it is stopped', async () => {
    const reconciler = startScheduler([reconcileTask(jobs.db, jobs.queue)], silentLog)
    await reconciler.stop()
    await addJobs(1)
    expect(await waiting()).toBe(0)
  })
})
