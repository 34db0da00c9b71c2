import { activeStatuses, isActive, type JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { activeList } from '../platform/database/status-sql.ts'
import type { Tables } from '../platform/database/tables.ts'
import { wasUpdated } from '../platform/database/was-updated.ts'
import { cannotReplace, notProcessed } from './job-refusals.ts'

type Connection = Db | Transaction<Tables>
type ActiveStatus = (typeof activeStatuses)[number]

/** Cancels a job that has not ended. False when there is none: it has ended meanwhile, or was deleted. */
export async function cancelJob(connection: Connection, id: string): Promise<boolean> {
  const now = new Date()
  const update = connection
    .updateTable('jobs')
    .set({ status: 'CANCELLED', stage: null, eta_seconds: null, error_cause: 'cancelled', finished_at: now, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', activeStatuses)
  return wasUpdated(update)
}

interface RestartOptions {
  from: readonly Exclude<JobStatus, ActiveStatus>[]
  /** All jobs in these states unless given. */
  ids?: readonly string[] | undefined
}

/**
 * Puts jobs that made nothing, or whose file is replaced, back into the queue, as if they were new. Several jobs of one person get one turn each, behind those that
 * the person already has there (see fair-turn.ts). Two callers at once restart each job once. They are locked in the order of their ids, as
 * wherever several are locked at once: in another order two callers would wait for each other. Returns how many were restarted.
 */
export async function restartJobs(connection: Connection, { from, ids }: RestartOptions): Promise<number> {
  const isChosen = ids ? sql`and jobs.id = any(${[...ids]}::uuid[])` : sql``
  const { numAffectedRows } = await sql`
    with locked as materialized (
      select jobs.id from jobs join videos on videos.id = jobs.id where jobs.status = any(${[...from]}) ${isChosen}
        and (not exists (select from assets where assets.job_id = jobs.id) or exists (select from replacements where video_id = jobs.id))
      order by jobs.id for no key update of jobs, videos
    ), ended as (
      select id, user_id, row_number() over (partition by user_id order by created_at, id) as place from jobs join locked using (id)
    ), queue as (
      select coalesce(max(turn) filter (where status <> 'PENDING'), 0) as served from jobs where status in ${activeList}
    ), own as (
      select user_id, max(turn) as turn from jobs where status in ${activeList} group by user_id
    )
    update jobs set
      status = 'PENDING', progress = 0, renditions = '[]', attempts = 0, earlier_useful_attempt = 0, stage = 'Waiting', error_text = null, error_cause = null,
      error_detail = null, queued_at = null, started_at = null, finished_at = null, updated_at = now(),
      turn = greatest(coalesce(own.turn, 0), queue.served) + ended.place
    from queue, ended left join own on own.user_id = ended.user_id
    where jobs.id = ended.id and jobs.status = any(${[...from]})`.execute(connection)
  return Number(numAffectedRows ?? 0n)
}

/** For a new file of the video. Rejects while the job has not ended, so that only one file at a time is on its way. */
export async function restartForReplacement(transaction: Transaction<Tables>, id: string): Promise<void> {
  const job = await transaction.selectFrom('jobs').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!job) throw notProcessed()
  if (isActive(job.status)) throw cannotReplace()
  await restartJobs(transaction, { from: ['COMPLETED', 'FAILED', 'CANCELLED'], ids: [id] })
}
