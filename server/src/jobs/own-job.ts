import type { Job } from '@video-forge/contract/jobs'
import { describeJob, selectJobs } from './describe-job.ts'
import type { JobDeps } from './job-deps.ts'
import { jobNotFound } from './job-refusals.ts'

/** The owner is part of the query, so a job of somebody else is not found. */
export async function readOwnJob({ db, thumbnailOf }: Pick<JobDeps, 'db' | 'thumbnailOf'>, id: string, userId: string): Promise<Job> {
  const row = await selectJobs(db).where('jobs.id', '=', id).where('jobs.user_id', '=', userId).executeTakeFirst()
  if (!row) throw jobNotFound()
  return describeJob(row, thumbnailOf, userId)
}
