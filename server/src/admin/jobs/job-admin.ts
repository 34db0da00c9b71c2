import { Failure } from '@video-forge/contract/errors'
import { sql } from 'kysely'
import type { Handlers } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { recordAction } from '../audit/audit.ts'
import { countJobs } from '../system/counters.ts'
import { deleteOldJobs } from './delete-old-jobs.ts'
import { describeAdminJobs } from './describe-jobs.ts'
import { findJobs } from './find-jobs.ts'
import type { JobControl } from './job-control.ts'
import { readJobDetails } from './job-details.ts'
import { summarizeLoadTest } from './load-test.ts'

type JobAdminKeys =
  | 'GET /admin/jobs/stats'
  | 'GET /admin/jobs/all'
  | 'GET /admin/jobs/{id}'
  | 'POST /admin/jobs/{id}/cancel'
  | 'POST /jobs/admin/restart-failed'
  | 'DELETE /jobs/admin/cleanup-old'
  | 'DELETE /jobs/admin/{id}'
  | 'GET /admin/load-test'

export function jobAdminHandlers(db: Db, storage: Storage, control: JobControl): Handlers<JobAdminKeys> {
  const describe = (ids: readonly string[], adminId: string) => describeAdminJobs(db, (batch) => control.describe(batch, adminId), ids)

  return {
    'GET /admin/jobs/stats': async () => {
      const [jobStats, { rows }] = await Promise.all([
        countJobs(db),
        sql<{ users: string; recent: string }>`
          select (select count(*) from users) as users,
            (select count(*) from jobs where created_at > now() - interval '24 hours') as recent`.execute(db),
      ])
      return { stats: { totalUsers: Number(rows[0]?.users ?? 0), recentJobs: Number(rows[0]?.recent ?? 0), jobStats } }
    },

    'GET /admin/jobs/all': async ({ query, caller }) => {
      const { ids, ...found } = await findJobs(db, query)
      return { jobs: await describe(ids, caller.userId), ...found }
    },

    'GET /admin/jobs/{id}': async ({ params, caller }) => {
      const [job] = await describe([params.id], caller.userId)
      if (!job) throw new Failure('NOT_FOUND', 'There is no such job.')
      return { result: await readJobDetails(db, job) }
    },

    'POST /admin/jobs/{id}/cancel': async ({ params, caller }) => {
      await control.cancel(params.id, (transaction, target) =>
        recordAction(transaction, { actorId: caller.userId, action: 'job.cancel', target, details: { id: params.id } }),
      )
      return { result: { id: params.id } }
    },

    'POST /jobs/admin/restart-failed': async ({ body, caller }) => {
      const restarted = await control.restartFailed(body?.ids, (transaction, count) =>
        recordAction(transaction, { actorId: caller.userId, action: 'jobs.restart', details: { count } }),
      )
      return { result: { restarted } }
    },

    'DELETE /jobs/admin/cleanup-old': async ({ query: { dryRun }, caller }) => ({
      result: await deleteOldJobs(control, storage, dryRun, (transaction, count) =>
        recordAction(transaction, { actorId: caller.userId, action: 'jobs.cleanup', details: { count } }),
      ),
    }),

    'DELETE /jobs/admin/{id}': async ({ params, caller }) => {
      await control.remove(params.id, caller.userId, (transaction, target) =>
        recordAction(transaction, { actorId: caller.userId, action: 'job.delete', target, details: { id: params.id } }),
      )
      return { result: { id: params.id } }
    },

    'GET /admin/load-test': async ({ query }) => ({ result: await summarizeLoadTest(db, query.ids) }),
  }
}
