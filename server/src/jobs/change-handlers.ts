import { Failure } from '@video-forge/contract/errors'
import { canBecome, canBeDeleted } from '@video-forge/contract/rules/job-lifecycle'
import type { Handlers } from '../http/api/handlers.ts'
import { lockUser } from '../platform/database/lock-user.ts'
import type { JobDeps } from './job-deps.ts'
import { cannotCancel, cannotRetry } from './job-refusals.ts'
import { readOwnJob } from './own-job.ts'
import { enqueue } from './reconcile.ts'
import { cancelJob, restartJobs } from './transitions.ts'

type ChangeKeys = 'DELETE /jobs/{id}' | 'POST /jobs/{id}/cancel' | 'POST /jobs/{id}/retry'

/** What owners do with their jobs. */
export function changeHandlers(deps: JobDeps): Handlers<ChangeKeys> {
  const { db, queue, onVideoChange, mayStart } = deps
  return {
    'DELETE /jobs/{id}': async ({ params, caller }) => {
      const { status } = await readOwnJob(deps, params.id, caller.userId)
      if (!canBeDeleted(status)) throw new Failure('CONFLICT', 'This job is being processed. Cancel it first, then delete it.')
      // The status is checked again in the same statement: a worker may have claimed the job in between.
      const { numDeletedRows } = await db
        .deleteFrom('videos')
        .where('id', '=', params.id)
        .where('user_id', '=', caller.userId)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('jobs')
              .select('jobs.id')
              .whereRef('jobs.id', '=', 'videos.id')
              .where('jobs.status', 'in', ['PENDING', 'COMPLETED', 'FAILED', 'CANCELLED']),
          ),
        )
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new Failure('CONFLICT', 'This job has just been started. Cancel it first, then delete it.')
      onVideoChange()
      await queue.remove(params.id).catch(() => {})
      return { result: { id: params.id } }
    },

    'POST /jobs/{id}/cancel': async ({ params, caller }) => {
      const { status } = await readOwnJob(deps, params.id, caller.userId)
      if (!canBecome(status, 'CANCELLED')) throw cannotCancel(status)
      await cancelJob(db, params.id)
      await queue.remove(params.id).catch(() => {})
      return { job: await readOwnJob(deps, params.id, caller.userId) }
    },

    'POST /jobs/{id}/retry': async ({ params, caller }) => {
      const { status, asset_count } = await readOwnJob(deps, params.id, caller.userId)
      if (!canBecome(status, 'PENDING') || asset_count > 0) throw cannotRetry(status)
      await db.transaction().execute(async (transaction) => {
        await lockUser(transaction, caller.userId)
        await mayStart(transaction, caller.userId)
        await restartJobs(transaction, { from: ['FAILED', 'CANCELLED'], ids: [params.id] })
      })
      const job = await readOwnJob(deps, params.id, caller.userId)
      await enqueue(db, queue, params.id)
      return { job }
    },
  }
}
