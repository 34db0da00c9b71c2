import type { Job, JobRequest } from '@video-forge/contract/jobs'
import { isUploadKey } from '@video-forge/contract/rules/upload-rules'
import type { Handlers } from '../http/api/handlers.ts'
import { findSameAs } from '../platform/content/same-content.ts'
import { assetHandlers } from './asset-handlers.ts'
import { changeHandlers } from './change-handlers.ts'
import { createJob } from './create-job.ts'
import type { JobDeps } from './job-deps.ts'
import { countJobs, listJobs } from './list-jobs.ts'
import { readOwnJob } from './own-job.ts'
import { enqueue } from './reconcile.ts'

type ReadKeys = 'GET /jobs' | 'GET /jobs/stats' | 'GET /jobs/{id}'
type StartKeys = 'POST /jobs' | 'POST /jobs/plan' | 'POST /jobs/load-test'

export const jobHandlers = (deps: JobDeps) => ({
  ...startHandlers(deps),
  ...readHandlers(deps),
  ...changeHandlers(deps),
  ...assetHandlers(deps),
})

function startHandlers(deps: JobDeps): Handlers<StartKeys> {
  const { db, queue, planFor, adoptUpload, onVideoChange, mayStart, auditLoadTest } = deps

  const start = async (userId: string, request: JobRequest, signal?: AbortSignal): Promise<Job> => {
    const uploadedId = isUploadKey(request.inputSource) ? await adoptUpload(userId, request, signal) : undefined
    const id = await createJob(db, userId, request, mayStart, uploadedId)
    onVideoChange()
    // Read before a worker can claim it: the answer is the job as it was created.
    const job = await readOwnJob(deps, id, userId)
    await enqueue(db, queue, id)
    return job
  }

  return {
    'POST /jobs': async ({ body, caller: { userId }, facts }) => {
      const job = await start(userId, body, facts.disconnectSignal())
      return { job, duplicateOf: await findSameAs(db, userId, job.id) }
    },

    'POST /jobs/plan': async ({ body, caller, facts }) => ({ plan: await planFor(body, caller.userId, facts.disconnectSignal()) }),

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

const readHandlers = (deps: JobDeps): Handlers<ReadKeys> => ({
  'GET /jobs': ({ query, caller }) => listJobs(deps.db, deps.thumbnailOf, caller.userId, query),

  'GET /jobs/stats': async ({ caller }) => ({ stats: await countJobs(deps.db, caller.userId) }),

  'GET /jobs/{id}': async ({ params, caller }) => ({ job: await readOwnJob(deps, params.id, caller.userId) }),
})
