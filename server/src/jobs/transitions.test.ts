import { sql, type Transaction } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { claimJob, newOwner } from '../../testing/jobs.ts'
import { type JobDatabase, openJobDatabase } from '../../testing/services/job-database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'
import { createJobControl } from './control-jobs.ts'
import { createJob } from './create-job.ts'
import { cancelJob, restartJobs } from './transitions.ts'

let jobs: JobDatabase
beforeEach(async () => {
  jobs = await openJobDatabase()
  return jobs.close
})

const control = () => createJobControl({ db: jobs.db, queue: jobs.queue, thumbnailOf: () => '', onVideoChange: () => {} })

/** A job that failed half way. */
async function failedJob(owner = jobs.owner): Promise<string> {
  const id = await createJob(jobs.db, owner, { inputSource: 'local-sample.mp4', outputFormats: ['480p'] }, async () => {})
  await claimJob(jobs.db, id)
  await sql`
    update jobs set status = 'FAILED', progress = 40, renditions = '[{"format": "480p", "progress": 40}]', error_cause = 'internal',
      error_text = 'It failed.', earlier_useful_attempt = 1, finished_at = now() where id = ${id}`.execute(jobs.db)
  return id
}

test('an admin who restarts a failed job resets its progress, also that of each quality', async () => {
  const id = await failedJob()
  expect(await control().restartFailed([id], async () => {})).toBe(1)
  const job = await jobs.db
    .selectFrom('jobs')
    .select([
      'status',
      'progress',
      'renditions',
      'attempts',
      'earlier_useful_attempt',
      'error_cause',
      'error_text',
      'started_at',
      'finished_at',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(job).toEqual({
    status: 'PENDING',
    progress: 0,
    renditions: [],
    attempts: 0,
    earlier_useful_attempt: 0,
    error_cause: null,
    error_text: null,
    started_at: null,
    finished_at: null,
  })
})

test('restarted jobs of one person get one turn each', async () => {
  const ids = [await failedJob(), await failedJob(), await failedJob()]
  await control().restartFailed(undefined, async () => {})
  const rows = await jobs.db.selectFrom('jobs').select(['id', 'turn']).orderBy('turn').execute()
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(new Set(rows.map(({ turn }) => turn)).size).toBe(3)
})

test('jobs are locked in the order of their ids, so that two who change several never wait for each other', async () => {
  // The places in the queue are counted from person to person.
  const [first, second] = [jobs.owner, await newOwner(jobs.db)].sort()
  const [older, newer] = [await failedJob(second), await failedJob(first)]
  const lockVideo = (transaction: Transaction<Tables>, id: string) =>
    transaction.selectFrom('videos').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let restarting: Promise<number> | undefined
  await jobs.db.transaction().execute(async (transaction) => {
    await lockVideo(transaction, older)
    restarting = restartJobs(jobs.db, { from: ['FAILED'] })
    await expect.poll(async () => (await sql.raw(waiting).execute(jobs.db)).rows.length).toBe(1)
    await lockVideo(transaction, newer)
  })
  expect(await restarting).toBe(2)
})

test('a job is cancelled once, and one that has ended is not', async () => {
  const id = await failedJob()
  await expect(control().cancel(id, async () => {})).rejects.toThrow('A job that is FAILED cannot be cancelled.')
  await restartJobs(jobs.db, { from: ['FAILED'], ids: [id] })
  expect([await cancelJob(jobs.db, id), await cancelJob(jobs.db, id)]).toEqual([true, false])
  expect(await restartJobs(jobs.db, { from: ['FAILED'], ids: [id] })).toBe(0)
  expect(await restartJobs(jobs.db, { from: ['FAILED', 'CANCELLED'], ids: [id] })).toBe(1)
})

test('a job that has made files is not restarted', async () => {
  const id = await failedJob()
  const asset = {
    id: newId(),
    job_id: id,
    asset_type: 'GIF' as const,
    storage_key: 'k',
    filename: 'f',
    content_type: 'image/gif',
    file_size: 1,
  }
  await jobs.db.insertInto('assets').values(asset).execute()
  expect(await control().restartFailed([id], async () => {})).toBe(0)
})
