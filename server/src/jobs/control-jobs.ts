import type { Job } from '@video-forge/contract/jobs'
import { canBeDeleted } from '@video-forge/contract/rules/jobs/job-lifecycle'
import type { Transaction } from 'kysely'
import { lockJobs } from '../platform/database/locks/lock-jobs.ts'
import type { Tables } from '../platform/database/tables.ts'
import { moveToTrash } from '../platform/database/video-trash/move-to-trash.ts'
import { describeJob, selectJobs } from './describe-job.ts'
import type { JobDeps } from './job-deps.ts'
import { cannotCancel, jobNotFound } from './job-refusals.ts'
import { deleteOldJobs, listOldJobs } from './old-jobs.ts'
import { reconcileOnce } from './reconcile.ts'
import { cancelJob, restartJobs } from './transitions.ts'

type ControlDeps = Pick<JobDeps, 'db' | 'queue' | 'thumbnailOf' | 'onVideoChange'>

/** Writes the audit entry of an action, in the transaction of the action itself. */
type RecordAction<Subject> = (transaction: Transaction<Tables>, subject: Subject) => Promise<void>

/** What admins do with anybody's jobs. */
export function createJobControl({ db, queue, thumbnailOf, onVideoChange }: ControlDeps) {
  return {
    /** Jobs in the order of the ids, with their owners; the addresses in them are for this admin. */
    async describe(ids: readonly string[], adminId: string): Promise<(Job & { user_id: string; user_email: string; attempts: number })[]> {
      if (ids.length === 0) return []
      const rows = await selectJobs(db).where('jobs.id', 'in', ids).execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => {
        const row = byId.get(id)
        if (!row) return []
        const { user_id, user_email, attempts } = row
        return [{ ...describeJob(row, thumbnailOf, adminId), user_id, user_email, attempts }]
      })
    },

    async restartFailed(ids: readonly string[] | undefined, record: RecordAction<number>): Promise<number> {
      const restartedCount = await db.transaction().execute(async (transaction) => {
        const count = await restartJobs(transaction, { from: ['FAILED'], ids })
        if (count > 0) await record(transaction, count)
        return count
      })
      // Only to be quick: what does not reach the queue now, the reconciler adds.
      if (restartedCount > 0) await reconcileOnce(db, queue).catch(() => {})
      return restartedCount
    },

    async cancel(id: string, record: RecordAction<string>): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        const isCancelled = await cancelJob(transaction, id)
        const job = await transaction
          .selectFrom('jobs')
          .innerJoin('videos', 'videos.id', 'jobs.id')
          .select(['jobs.status', 'videos.title'])
          .where('jobs.id', '=', id)
          .executeTakeFirst()
        if (!job) throw jobNotFound()
        if (!isCancelled) throw cannotCancel(job.status)
        await record(transaction, job.title)
      })
      await queue.remove(id).catch(() => {})
    },

    /** In any state: a worker that has the job notices within half a second. */
    async remove(id: string, adminId: string, record: RecordAction<string>): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await lockJobs(transaction, { video: id })
        const video = await transaction
          .selectFrom('videos')
          .leftJoin('jobs', 'jobs.id', 'videos.id')
          .select(['videos.title', 'jobs.status'])
          .where('videos.id', '=', id)
          .executeTakeFirst()
        if (!video) throw jobNotFound()
        // What the worker has done so far is not kept, so a restored job must be started again.
        if (video.status && !canBeDeleted(video.status)) await cancelJob(transaction, id)
        await moveToTrash(transaction, { id, deletedBy: adminId })
        await record(transaction, video.title)
      })
      onVideoChange()
      await queue.remove(id).catch(() => {})
    },

    listOld: (maxOriginals: number) => listOldJobs(db, maxOriginals),

    sweepOld: (record: RecordAction<number>) => deleteOldJobs(db, record, onVideoChange),
  }
}
