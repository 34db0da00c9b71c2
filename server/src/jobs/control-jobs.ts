import { Failure } from '@video-forge/contract/errors'
import type { Job } from '@video-forge/contract/jobs'
import { canBecome } from '@video-forge/contract/rules/job-lifecycle'
import { limits } from '@video-forge/contract/rules/limits'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { describeJob, selectJobs } from './describe-job.ts'
import type { JobDeps } from './job-handlers.ts'
import { reconcileOnce } from './reconcile.ts'

type Connection = Transaction<Tables>

type ControlDeps = Pick<JobDeps, 'db' | 'queue' | 'addressOf' | 'onVideoChange'>

/** One statement's worth of rows: long enough to be quick, short enough to hold nobody up. */
const batch = 500
/** Well inside the 30 s after which a client gives up; whoever has more to sweep does it again. */
const sweepMs = 20_000

/**
 * What may be done with anybody's jobs. Each act takes what is to be written down about it, which happens in the same
 * transaction; two who do the same at once share the rows between them, since each row changes once.
 */
export function createJobControl({ db, queue, addressOf, onVideoChange }: ControlDeps) {
  const gone = () => new Failure('NOT_FOUND', 'There is no such job.')

  return {
    /** Jobs as everybody sees them, in the order of the ids, with the owner; the addresses in them are for this admin. */
    async describe(ids: readonly string[], adminId: string): Promise<(Job & { user_id: string; user_email: string; attempts: number })[]> {
      if (ids.length === 0) return []
      const rows = await selectJobs(db).where('jobs.id', 'in', ids).execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => {
        const row = byId.get(id)
        if (!row) return []
        const { user_id, user_email, attempts } = row
        return [{ ...describeJob(row, addressOf, adminId), user_id, user_email, attempts }]
      })
    },

    async restartFailed(ids: readonly string[] | undefined, record: (tx: Connection, count: number) => Promise<void>): Promise<number> {
      const restarted = await db.transaction().execute(async (transaction) => {
        const chosen = ids ? sql`and jobs.id = any(${[...ids]}::uuid[])` : sql``
        // Everybody's restarted jobs spread over turns of their own, behind what they already have in line.
        const { rows } = await sql<{ id: string }>`
          with failed as (
            select id, user_id, row_number() over (partition by user_id order by created_at, id) as place
            from jobs where status = 'FAILED' ${chosen}
              and not exists (select from assets where assets.job_id = jobs.id)
          ), line as (
            select coalesce(max(turn) filter (where status <> 'PENDING'), 0) as served from jobs
            where status in ('PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING')
          ), own as (
            select user_id, max(turn) as turn from jobs
            where status in ('PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING') group by user_id
          )
          update jobs set
            status = 'PENDING', progress = 0, attempts = 0, stage = 'Waiting', error_text = null, error_cause = null,
            error_detail = null, queued_at = null, started_at = null, finished_at = null, updated_at = now(),
            turn = greatest(coalesce(own.turn, 0), line.served) + failed.place
          from line, failed left join own on own.user_id = failed.user_id
          where jobs.id = failed.id and jobs.status = 'FAILED'
          returning jobs.id`.execute(transaction)
        if (rows.length > 0) await record(transaction, rows.length)
        return rows.length
      })
      // The rows are in line now; telling the queue is only to be quick, and what is too many for now the reconciler finds.
      if (restarted > 0) await reconcileOnce(db, queue).catch(() => {})
      return restarted
    },

    async cancel(id: string, record: (tx: Connection, title: string) => Promise<void>): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        const job = await transaction
          .selectFrom('jobs')
          .innerJoin('videos', 'videos.id', 'jobs.id')
          .select(['jobs.status', 'videos.title'])
          .where('jobs.id', '=', id)
          .forUpdate('jobs')
          .executeTakeFirst()
        if (!job) throw gone()
        if (!canBecome(job.status, 'CANCELLED')) throw new Failure('CONFLICT', `A job that is ${job.status} can not be cancelled.`)
        const now = new Date()
        await transaction
          .updateTable('jobs')
          .set({ status: 'CANCELLED', stage: null, eta_seconds: null, error_cause: 'cancelled', finished_at: now, updated_at: now })
          .where('id', '=', id)
          .execute()
        await record(transaction, job.title)
      })
      await queue.remove(id).catch(() => {})
    },

    /** In any state: whoever works on it learns within half a second that it is gone. */
    async remove(id: string, record: (tx: Connection, title: string) => Promise<void>): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        const video = await transaction.deleteFrom('videos').where('id', '=', id).returning('title').executeTakeFirst()
        if (!video) throw gone()
        await record(transaction, video.title)
      })
      onVideoChange()
      await queue.remove(id).catch(() => {})
    },

    /**
     * How many jobs `sweepOld` would delete and how many it keeps, and the originals of at most so many, with what others get of them.
     * Nothing else of them is in storage.
     */
    async listOld(most: number): Promise<{ count: number; kept: number; originals: string[] }> {
      const counted = await sql<{ count: string; kept: string }>`
        select count(*) filter (where not ${isWatchable}) as count, count(*) filter (where ${isWatchable}) as kept
        from jobs where ${isOld}`.execute(db)
      const { rows } = await sql<Originals>`
        select videos.original_key, videos.shared_key from jobs join videos on videos.id = jobs.id where ${endedLongAgo}
        order by jobs.finished_at limit ${most}`.execute(db)
      const { count, kept } = counted.rows[0] ?? { count: 0, kept: 0 }
      return { count: Number(count), kept: Number(kept), originals: keysOf(rows) }
    },

    /** Deletes them, and tells how many and which originals went with them. */
    async sweepOld(record: (tx: Connection, count: number) => Promise<void>): Promise<{ count: number; originals: string[] }> {
      const until = Date.now() + sweepMs
      const deleted = { count: 0, originals: [] as string[] }
      for (;;) {
        const { rows } = await db.transaction().execute(async (transaction) => {
          const swept = await sql<Originals>`
            delete from videos where id in (
              select jobs.id from jobs where ${endedLongAgo} order by finished_at limit ${batch} for update skip locked
            ) returning original_key, shared_key`.execute(transaction)
          if (swept.rows.length > 0) await record(transaction, swept.rows.length)
          return swept
        })
        deleted.count += rows.length
        deleted.originals.push(...keysOf(rows))
        onVideoChange()
        if (rows.length < batch || Date.now() > until) return deleted
      }
    },
  }
}

interface Originals {
  original_key: string | null
  shared_key: string | null
}

/** An original without private data is its own shared copy, so a key may come twice. */
const keysOf = (rows: readonly Originals[]): string[] => [
  ...new Set(rows.flatMap((row) => [row.original_key ?? [], row.shared_key ?? []].flat())),
]

/** An upload that can be watched as it is stays, whatever became of its job. */
const isWatchable = sql`exists (select from videos kept where kept.id = jobs.id and kept.status in ('uploaded', 'ready'))`
const isOld = sql`jobs.status in ('FAILED', 'CANCELLED') and jobs.finished_at < now() - make_interval(days => ${sql.lit(limits.oldJobDays)})`
const endedLongAgo = sql`${isOld} and not ${isWatchable}`
