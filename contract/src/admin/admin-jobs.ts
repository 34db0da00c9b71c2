import * as z from 'zod'
import { answer, endpoint, id, jobId } from '../endpoint.ts'
import { job, plan } from '../jobs.ts'
import { jobSorts } from '../rules/admin-rules.ts'
import { jobStatuses } from '../rules/job-lifecycle.ts'
import { limits } from '../rules/limits.ts'
import { bytes, choice, count, flag, moment, search } from './admin-fields.ts'

const adminJob = job.extend({ user_id: id, user_email: z.string(), username: z.string(), bytes, attempts: count }).meta({ id: 'AdminJob' })
export type AdminJob = z.infer<typeof adminJob>

const jobDetails = z.object({
  job: adminJob,
  plan: plan.nullable(),
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  /** The machine that is at it right now. */
  worker: z.string().nullable(),
  timeline: z.array(
    z.object({
      at: moment,
      attempt: count,
      status: z.enum(jobStatuses),
      stage: z.string().nullable(),
      /** How long it stayed so; null for where it is now. */
      seconds: z.number().nullable(),
    }),
  ),
  log: z.array(z.object({ at: moment, attempt: count, line: z.string() })),
})
export type JobDetails = z.infer<typeof jobDetails>

export const adminJobEndpoints = {
  'GET /admin/jobs/stats': endpoint({
    summary: 'How many users and jobs there are',
    access: 'admin',
    output: answer({
      stats: z.object({
        totalUsers: count,
        /** Made in the last 24 hours. */
        recentJobs: count,
        jobStats: z.object(
          Object.fromEntries(jobStatuses.map((status) => [status, count])) as Record<(typeof jobStatuses)[number], typeof count>,
        ),
      }),
    }),
    errors: [],
  }),
  'GET /admin/jobs/all': endpoint({
    summary: "Everybody's jobs",
    access: 'admin',
    query: z.object({
      search,
      status: z.enum([...jobStatuses, 'ACTIVE']).optional(),
      sort: z.enum(jobSorts).default('newest'),
      limit: z.coerce.number().int().min(1).max(100).default(limits.adminRecentJobs),
      cursor: z.string().max(200).optional(),
    }),
    output: answer({
      jobs: z.array(adminJob),
      total: count,
      /** The search found more than are worth counting: total is then the least there are. */
      totalIsLeast: z.boolean(),
      nextCursor: z.string().nullable(),
    }),
    errors: [],
  }),
  'GET /admin/jobs/{id}': endpoint({
    summary: 'One job in depth: its plan, the timeline of its stages, its attempts and the end of its log',
    access: 'admin',
    params: z.object({ id: jobId }),
    output: answer({ result: jobDetails }),
    errors: ['NOT_FOUND'],
  }),
  'POST /admin/jobs/{id}/cancel': endpoint({
    summary: "Stop anybody's job at once",
    access: 'admin',
    params: z.object({ id: jobId }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'POST /jobs/admin/restart-failed': endpoint({
    summary: 'Put failed jobs back in line: all of them, or the ones named',
    access: 'admin',
    body: z.object({ ids: choice.optional() }).nullish(),
    output: answer({ result: z.object({ restarted: count }) }),
    errors: [],
  }),
  'DELETE /jobs/admin/cleanup-old': endpoint({
    summary:
      'Delete failed and cancelled jobs that ended over 30 days ago, with their videos; completed jobs stay, and so does a video that can be watched',
    access: 'admin',
    query: z.object({ dryRun: flag }),
    output: answer({
      result: z.object({
        /** What was deleted; with dryRun, what would be. */
        deletedCount: count,
        /** As old, but kept: their video can be watched as it was uploaded. */
        keptCount: count,
        /** Left for another call, because this one has taken long enough. */
        remainingCount: count,
        /** The originals of what was deleted; the space is free a few seconds later. */
        freedSpace: bytes,
        /** There were too many to look at each file: freedSpace is then the least it is. */
        freedSpaceIsLeast: z.boolean(),
        dryRun: z.boolean(),
      }),
    }),
    errors: [],
  }),
  'DELETE /jobs/admin/{id}': endpoint({
    summary: "Delete anybody's job with its video and every file of it, whatever state it is in",
    access: 'admin',
    params: z.object({ id: jobId }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND'],
  }),
}
