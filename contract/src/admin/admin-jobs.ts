import * as z from 'zod'
import { answer, endpoint, id, jobId } from '../endpoint.ts'
import { job, plan } from '../jobs.ts'
import { jobSorts } from '../rules/admin-rules.ts'
import { jobStatuses } from '../rules/jobs/job-lifecycle.ts'
import { limits } from '../rules/limits.ts'
import { videoFilterFields } from '../video-filter.ts'
import { bytes, choice, count, flag, moment, search } from './admin-fields.ts'

const adminJob = job.extend({ user_id: id, user_email: z.string(), username: z.string(), bytes, attempts: count }).meta({ id: 'AdminJob' })
export type AdminJob = z.infer<typeof adminJob>

const jobDetails = z.object({
  job: adminJob,
  plan: plan.nullable(),
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  /** The machine that runs it now. */
  worker: z.string().nullable(),
  timeline: z.array(
    z.object({
      at: moment,
      attempt: count,
      status: z.enum(jobStatuses),
      stage: z.string().nullable(),
      /** Duration of this stage; null for the current one. */
      seconds: z.number().nullable(),
    }),
  ),
  log: z.array(z.object({ at: moment, attempt: count, line: z.string() })),
})
export type JobDetails = z.infer<typeof jobDetails>

/** As in the list of a person's own videos, whose words are `search` here: an index finds them. */
const { q: _words, ...shownFilter } = videoFilterFields

export const adminJobEndpoints = {
  'GET /admin/jobs/stats': endpoint({
    summary: 'Number of users and jobs',
    access: 'admin',
    scope: 'admin',
    output: answer({
      stats: z.object({
        totalUsers: count,
        /** Created in the last 24 hours. */
        recentJobs: count,
        jobStats: z.object(
          Object.fromEntries(jobStatuses.map((status) => [status, count])) as Record<(typeof jobStatuses)[number], typeof count>,
        ),
      }),
    }),
    errors: [],
  }),
  'GET /admin/jobs/all': endpoint({
    summary: 'The jobs of all users, by text, status, and the tag, visibility and date of their videos',
    access: 'admin',
    scope: 'admin',
    query: z.object({
      search,
      status: z.enum([...jobStatuses, 'ACTIVE']).optional(),
      ...shownFilter,
      sort: z.enum(jobSorts).default('newest'),
      limit: z.coerce.number().int().min(1).max(100).default(limits.adminRecentJobs),
      cursor: z.string().max(200).optional(),
    }),
    output: answer({
      jobs: z.array(adminJob),
      total: count,
      /** There are more results than are counted; total is a lower bound. */
      totalIsLeast: z.boolean(),
      nextCursor: z.string().nullable(),
    }),
    errors: [],
  }),
  'GET /admin/jobs/{id}': endpoint({
    summary: 'Details of one job: plan, timeline, attempts and the end of its log',
    access: 'admin',
    scope: 'admin',
    params: z.object({ id: jobId }),
    output: answer({ result: jobDetails }),
    errors: ['NOT_FOUND'],
  }),
  'POST /admin/jobs/{id}/cancel': endpoint({
    summary: 'Cancel the job of any user',
    access: 'admin',
    scope: 'admin',
    params: z.object({ id: jobId }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'POST /jobs/admin/restart-failed': endpoint({
    summary: 'Queue all failed jobs again, or the given ones',
    access: 'admin',
    scope: 'admin',
    body: z.object({ ids: choice.optional() }).nullish(),
    output: answer({ result: z.object({ restarted: count }) }),
    errors: [],
  }),
  'DELETE /jobs/admin/cleanup-old': endpoint({
    summary: 'Delete failed and cancelled jobs that ended over 30 days ago, with their videos; completed jobs and watchable videos stay',
    access: 'admin',
    scope: 'admin',
    query: z.object({ dryRun: flag }),
    output: answer({
      result: z.object({
        /** Number of deleted jobs; with dryRun, of those that would be deleted. */
        deletedCount: count,
        /** Old jobs that stay because the uploaded video can be watched. */
        keptCount: count,
        /** Left for the next call, because this one reached its time limit. */
        remainingCount: count,
        /** Bytes of the deleted originals, freed a few seconds later. */
        freedSpace: bytes,
        /** There were too many files to measure each; freedSpace is a lower bound. */
        freedSpaceIsLeast: z.boolean(),
        dryRun: z.boolean(),
      }),
    }),
    errors: [],
  }),
  'DELETE /jobs/admin/{id}': endpoint({
    summary: 'Delete the job of any user in any state, with its video; only admins can restore it',
    access: 'admin',
    scope: 'admin',
    params: z.object({ id: jobId }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND'],
  }),
}
