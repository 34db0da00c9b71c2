import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { claimJob, newOwner } from '../../testing/jobs.ts'
import { openTestDatabase } from '../../testing/services/test-database.ts'
import { silentLog } from '../../testing/silent-log.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { openPostgresQueue } from '../platform/queue/postgres-queue.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { createJobControl } from './control-jobs.ts'
import { createJob } from './create-job.ts'
import { cancelJob, restartJobs } from './transitions.ts'

let database: Database
let queue: Queue
let owner = ''

beforeEach(async () => {
  database = await openTestDatabase()
  queue = openPostgresQueue('jobs', database.connection, silentLog)
  owner = await newOwner(database.db)
  return async () => {
    await queue.close()
    await database.close()
  }
})

const control = () => createJobControl({ db: database.db, queue, addressOf: () => '', onVideoChange: () => {} })

/** A job that failed half way. */
async function failedJob(): Promise<string> {
  const id = await createJob(database.db, owner, { inputSource: 'local-sample.mp4', outputFormats: ['480p'] }, async () => {})
  await claimJob(database.db, id)
  await sql`
    update jobs set status = 'FAILED', progress = 40, renditions = '[{"format": "480p", "progress": 40}]', error_cause = 'internal',
      error_text = 'It failed.', finished_at = now() where id = ${id}`.execute(database.db)
  return id
}

test('an admin who restarts a failed job resets its progress, also that of each quality', async () => {
  const id = await failedJob()
  expect(await control().restartFailed([id], async () => {})).toBe(1)
  const job = await database.db
    .selectFrom('jobs')
    .select(['status', 'progress', 'renditions', 'attempts', 'error_cause', 'error_text', 'started_at', 'finished_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(job).toEqual({
    status: 'PENDING',
    progress: 0,
    renditions: [],
    attempts: 0,
    error_cause: null,
    error_text: null,
    started_at: null,
    finished_at: null,
  })
})

test('restarted jobs of one person get one turn each', async () => {
  const ids = [await failedJob(), await failedJob(), await failedJob()]
  await control().restartFailed(undefined, async () => {})
  const rows = await database.db.selectFrom('jobs').select(['id', 'turn']).orderBy('turn').execute()
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(new Set(rows.map(({ turn }) => turn)).size).toBe(3)
})

test('a job is cancelled once, and one that has ended is not', async () => {
  const id = await failedJob()
  await expect(control().cancel(id, async () => {})).rejects.toThrow('A job that is FAILED cannot be cancelled.')
  await restartJobs(database.db, { from: ['FAILED'], ids: [id] })
  expect([await cancelJob(database.db, id), await cancelJob(database.db, id)]).toEqual([true, false])
  expect(await restartJobs(database.db, { from: ['FAILED'], ids: [id] })).toBe(0)
  expect(await restartJobs(database.db, { from: ['FAILED', 'CANCELLED'], ids: [id] })).toBe(1)
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
  await database.db.insertInto('assets').values(asset).execute()
  expect(await control().restartFailed([id], async () => {})).toBe(0)
})
