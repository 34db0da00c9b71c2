import { Failure } from '@video-forge/contract/errors'
import type { Job } from '@video-forge/contract/jobs'
import { canBecome, canBeDeleted, isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import type { Handlers } from '../http/api/handlers.ts'
import { lockUser } from '../platform/database/locks/lock-user.ts'
import { moveToTrash } from '../platform/database/video-trash/move-to-trash.ts'
import type { JobDeps } from './job-deps.ts'
import { cannotCancel, cannotReplace, cannotRetry, notKept, notProcessed } from './job-refusals.ts'
import { readOwnJob } from './own-job.ts'
import { enqueue } from './reconcile.ts'
import { cancelJob, restartForReplacement, restartJobs } from './transitions.ts'

type ChangeKeys = 'DELETE /jobs/{id}' | 'POST /jobs/{id}/cancel' | 'POST /jobs/{id}/retry' | 'POST /gallery/videos/{id}/replace'

/** What owners do with their jobs. */
export function changeHandlers(deps: JobDeps): Handlers<ChangeKeys> {
  const { db, queue, mayStart } = deps
  return {
    'DELETE /jobs/{id}': async ({ params, caller }) => {
      await deleteOwnJob(deps, params.id, caller.userId)
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
      if (!canBecome(status, 'PENDING')) throw cannotRetry(status)
      if (asset_count > 0) throw notKept()
      await db.transaction().execute(async (transaction) => {
        await lockUser(transaction, caller.userId)
        await mayStart(transaction, caller.userId)
        await restartJobs(transaction, { from: ['FAILED', 'CANCELLED'], ids: [params.id] })
      })
      const job = await readOwnJob(deps, params.id, caller.userId)
      await enqueue(db, queue, params.id)
      return { job }
    },

    'POST /gallery/videos/{id}/replace': async ({ params: { id }, body: { s3Key }, caller, facts }) => {
      await deps.requireOwner(id, caller)
      const known = await readJobToReplace(deps, id, caller.userId)
      // The answer to an earlier call may have been lost.
      if (await isReplacedBy(deps, id, s3Key)) return { job: known }
      if (isActive(known.status)) throw cannotReplace()
      await deps.replaceFile(
        { videoId: id, userId: caller.userId, s3Key },
        async (transaction) => {
          await mayStart(transaction, caller.userId)
          await restartForReplacement(transaction, id)
        },
        facts.disconnectSignal(),
      )
      const job = await readOwnJob(deps, id, caller.userId)
      await enqueue(db, queue, id)
      return { job }
    },
  }
}

/** With its video, into the trash. */
async function deleteOwnJob(deps: JobDeps, id: string, userId: string): Promise<void> {
  const { status } = await readOwnJob(deps, id, userId)
  if (!canBeDeleted(status)) throw new Failure('CONFLICT', 'This job is being processed. Cancel it first, then delete it.')
  const isDeleted = await deps.db.transaction().execute(async (transaction) => {
    // The status is checked again: a worker may have claimed the job in between.
    const job = await transaction
      .selectFrom('jobs')
      .select('status')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    return job && canBeDeleted(job.status) && moveToTrash(transaction, { id, deletedBy: userId })
  })
  if (!isDeleted) throw new Failure('CONFLICT', 'This job has just been started. Cancel it first, then delete it.')
  deps.onVideoChange()
  await deps.queue.remove(id).catch(() => {})
}

/** Admins may change what is written about a video of somebody else, but not what it shows. */
async function readJobToReplace(deps: JobDeps, id: string, userId: string): Promise<Job> {
  const owner = await deps.db.selectFrom('videos').select('user_id').where('id', '=', id).executeTakeFirst()
  if (owner?.user_id !== userId) throw new Failure('NOT_ALLOWED', 'Only the owner of this video can replace its file.')
  return readOwnJob(deps, id, userId).catch((error) => {
    throw error instanceof Failure && error.code === 'NOT_FOUND' ? notProcessed() : error
  })
}

/** Whether this upload is the file of the video already, or on its way to be. */
async function isReplacedBy({ db }: JobDeps, id: string, s3Key: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .leftJoin('replacements', 'replacements.video_id', 'jobs.id')
    .select('jobs.id')
    .where('jobs.id', '=', id)
    .where(({ or, eb }) => or([eb('replacements.upload_key', '=', s3Key), eb('jobs.input_source', '=', s3Key)]))
    .executeTakeFirst()
  return row !== undefined
}
