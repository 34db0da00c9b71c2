import { Failure } from '@video-forge/contract/errors'
import { type AssetType, assetTypes, type Job, type JobRequest, type Plan } from '@video-forge/contract/jobs'
import { canBecome, canBeDeleted } from '@video-forge/contract/rules/job-lifecycle'
import { isUploadKey } from '@video-forge/contract/rules/upload-rules'
import type { Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import { lockUser } from '../platform/database/lock-user.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { createJob, type MayStart } from './create-job.ts'
import { type AddressOf, describeJob, selectJobs } from './describe-job.ts'
import { nextTurnOf } from './fair-turn.ts'
import { countJobs, listJobs } from './list-jobs.ts'
import { enqueue } from './reconcile.ts'

type JobKeys =
  | 'POST /jobs'
  | 'POST /jobs/plan'
  | 'GET /jobs'
  | 'GET /jobs/stats'
  | 'GET /jobs/{id}'
  | 'DELETE /jobs/{id}'
  | 'POST /jobs/{id}/cancel'
  | 'POST /jobs/{id}/retry'
  | 'GET /jobs/{id}/assets'
  | 'GET /jobs/{id}/assets/{assetId}/download'
  | 'POST /jobs/load-test'

export interface JobDeps {
  db: Db
  queue: Queue
  /** What a job for this source would do; the pipeline knows. */
  planFor: (request: JobRequest, userId: string, signal: AbortSignal) => Promise<Plan>
  /** The video that an upload of this person became, or becomes now. */
  adoptUpload: (userId: string, request: JobRequest, signal: AbortSignal | undefined) => Promise<string>
  /** Where files are fetched from: those for watching, and each one for whoever made it. */
  addressOf: AddressOf
  /** Said as soon as a video is gone or seen by others than before. */
  onVideoChange: () => void
  mayStart: MayStart
  /** Writes down that an admin started a load test. */
  auditLoadTest: (adminId: string, jobIds: string[]) => Promise<void>
  /** Where the person who made a video saves a file of it from, and under which name; the gallery knows. */
  download: (
    video: { id: string; access_version: number; title: string; original_key: string | null; original_mime: string | null },
    type: AssetType,
    personId: string,
  ) => { path: string; filename: string }
}

export function jobHandlers(parts: JobDeps): Handlers<JobKeys> {
  const { db, queue, planFor, adoptUpload, addressOf, download, onVideoChange, mayStart, auditLoadTest } = parts
  const gone = () => new Failure('NOT_FOUND', 'There is no such job.')

  /** The owner is part of the question, so somebody else's job is not there. */
  const own = async (id: string, userId: string): Promise<Job> => {
    const row = await selectJobs(db).where('jobs.id', '=', id).where('jobs.user_id', '=', userId).executeTakeFirst()
    if (!row) throw gone()
    return describeJob(row, addressOf, userId)
  }

  const start = async (userId: string, request: JobRequest, signal?: AbortSignal): Promise<Job> => {
    const uploaded = isUploadKey(request.inputSource) ? await adoptUpload(userId, request, signal) : undefined
    const id = await createJob(db, userId, request, mayStart, uploaded)
    onVideoChange()
    // Read before anybody can take it: what is answered is the job as it was made.
    const job = await own(id, userId)
    await enqueue(db, queue, id)
    return job
  }

  return {
    'POST /jobs': async ({ body, caller, facts }) => ({ job: await start(caller.userId, body, facts.disconnectSignal()) }),

    'POST /jobs/plan': async ({ body, caller, facts }) => ({ plan: await planFor(body, caller.userId, facts.disconnectSignal()) }),

    'GET /jobs': ({ query, caller }) => listJobs(db, addressOf, caller.userId, query),

    'GET /jobs/stats': async ({ caller }) => ({ stats: await countJobs(db, caller.userId) }),

    'GET /jobs/{id}': async ({ params, caller }) => ({ job: await own(params.id, caller.userId) }),

    'DELETE /jobs/{id}': async ({ params, caller }) => {
      const { status } = await own(params.id, caller.userId)
      if (!canBeDeleted(status)) throw new Failure('CONFLICT', 'This job is being worked on. Cancel it first, then delete it.')
      // The state is asked again in the same statement: a worker may have taken the job in between.
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
      const before = await own(params.id, caller.userId)
      if (!canBecome(before.status, 'CANCELLED')) throw new Failure('CONFLICT', `A job that is ${before.status} can not be cancelled.`)
      await db
        .updateTable('jobs')
        .set({
          status: 'CANCELLED',
          stage: null,
          eta_seconds: null,
          error_cause: 'cancelled',
          finished_at: new Date(),
          updated_at: new Date(),
        })
        .where('id', '=', params.id)
        .where('status', 'in', ['PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING'])
        .execute()
      await queue.remove(params.id).catch(() => {})
      return { job: await own(params.id, caller.userId) }
    },

    'POST /jobs/{id}/retry': async ({ params, caller }) => {
      const before = await own(params.id, caller.userId)
      if (!canBecome(before.status, 'PENDING') || before.asset_count > 0) {
        throw new Failure('CONFLICT', `A job that is ${before.status} can not be tried again.`)
      }
      const fresh = {
        progress: 0,
        renditions: '[]',
        attempts: 0,
        stage: 'Waiting',
        error_text: null,
        error_cause: null,
        error_detail: null,
        queued_at: null,
      }
      await db.transaction().execute(async (transaction) => {
        await lockUser(transaction, caller.userId)
        await mayStart(transaction, caller.userId)
        await transaction
          .updateTable('jobs')
          .set({
            ...fresh,
            status: 'PENDING',
            turn: nextTurnOf(caller.userId),
            started_at: null,
            finished_at: null,
            updated_at: new Date(),
          })
          .where('id', '=', params.id)
          .where('status', 'in', ['FAILED', 'CANCELLED'])
          .execute()
      })
      const job = await own(params.id, caller.userId)
      await enqueue(db, queue, params.id)
      return { job }
    },

    'GET /jobs/{id}/assets': async ({ params, caller }) => {
      await own(params.id, caller.userId)
      const rows = await db.selectFrom('assets').selectAll().where('job_id', '=', params.id).execute()
      rows.sort((a, b) => assetTypes.indexOf(a.asset_type) - assetTypes.indexOf(b.asset_type))
      return {
        assets: rows.map(({ id, asset_type, file_size, filename, width, height }) => ({
          id,
          asset_type,
          filename,
          file_size: Number(file_size),
          resolution: width && height ? `${width}x${height}` : null,
        })),
      }
    },

    'GET /jobs/{id}/assets/{assetId}/download': async ({ params, caller, facts }) => {
      const asset = await db
        .selectFrom('assets')
        .innerJoin('jobs', 'jobs.id', 'assets.job_id')
        .innerJoin('videos', 'videos.id', 'jobs.id')
        .select(['assets.asset_type', 'videos.id', 'videos.access_version', 'videos.title', 'videos.original_key', 'videos.original_mime'])
        .where('assets.id', '=', params.assetId)
        .where('jobs.id', '=', params.id)
        .where('jobs.user_id', '=', caller.userId)
        .executeTakeFirst()
      if (!asset) throw new Failure('NOT_FOUND', 'There is no such file.')
      const { path, filename } = download(asset, asset.asset_type, caller.userId)
      return { downloadUrl: facts.origin + path, filename }
    },

    'POST /jobs/load-test': async ({ body, caller }) => {
      const request: JobRequest = { inputSource: body.videoUrl, outputFormats: body.formats, visibility: 'private', title: 'Load test' }
      const jobs: Job[] = []
      for (let i = 0; i < body.concurrent; i += 1) jobs.push(await start(caller.userId, request))
      await auditLoadTest(
        caller.userId,
        jobs.map(({ id }) => id),
      )
      return { jobs }
    },
  }
}
