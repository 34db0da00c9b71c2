import { Failure } from '@video-forge/contract/errors'
import type { Job } from '@video-forge/contract/jobs'
import { sql, type Transaction } from 'kysely'
import type { Handlers } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { recordAction } from '../audit/audit.ts'
import { judgeLoadTest } from '../load-test.ts'
import { countJobs } from '../system/counters.ts'
import { describeAdminJobs } from './describe-jobs.ts'
import { findJobs } from './find-jobs.ts'
import { readJobDetails } from './job-details.ts'

type WriteDown<Subject> = (transaction: Transaction<Tables>, subject: Subject) => Promise<void>

/** What the room of jobs lets admins do with anybody's. Each act is written down in its own transaction. */
export interface JobControl {
  describe(ids: readonly string[], adminId: string): Promise<(Job & { user_id: string; user_email: string; attempts: number })[]>
  restartFailed(ids: readonly string[] | undefined, record: WriteDown<number>): Promise<number>
  cancel(id: string, record: WriteDown<string>): Promise<void>
  remove(id: string, record: WriteDown<string>): Promise<void>
  listOld(most: number): Promise<{ count: number; kept: number; originals: string[] }>
  sweepOld(record: WriteDown<number>): Promise<{ count: number; originals: string[] }>
}

type JobAdminKeys =
  | 'GET /admin/jobs/stats'
  | 'GET /admin/jobs/all'
  | 'GET /admin/jobs/{id}'
  | 'POST /admin/jobs/{id}/cancel'
  | 'POST /jobs/admin/restart-failed'
  | 'DELETE /jobs/admin/cleanup-old'
  | 'DELETE /jobs/admin/{id}'
  | 'GET /admin/load-test'

const headsAtOnce = 64
/** Files whose size is asked one by one before old jobs are deleted. */
const mostLookedAt = 5000

export function jobAdminHandlers(db: Db, storage: Storage, control: JobControl): Handlers<JobAdminKeys> {
  const describe = (ids: readonly string[], adminId: string) => describeAdminJobs(db, (some) => control.describe(some, adminId), ids)

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

    'DELETE /jobs/admin/cleanup-old': async ({ query: { dryRun }, caller }) => {
      const { count, kept: keptCount, originals } = await control.listOld(mostLookedAt)
      // Looked at before they are deleted: afterwards they may be gone.
      const sizes = await sizesOf(storage, originals)
      const sum = (keys: readonly string[]) => keys.reduce((bytes, key) => bytes + (sizes.get(key) ?? 0), 0)
      if (dryRun) {
        const freedSpaceIsLeast = count > mostLookedAt
        return { result: { deletedCount: count, keptCount, remainingCount: 0, freedSpace: sum(originals), freedSpaceIsLeast, dryRun } }
      }
      const deleted = await control.sweepOld((transaction, swept) =>
        recordAction(transaction, { actorId: caller.userId, action: 'jobs.cleanup', details: { count: swept } }),
      )
      const { count: remainingCount } = await control.listOld(0)
      const freedSpaceIsLeast = deleted.originals.some((key) => !sizes.has(key))
      const freedSpace = sum(deleted.originals)
      return { result: { deletedCount: deleted.count, keptCount, remainingCount, freedSpace, freedSpaceIsLeast, dryRun } }
    },

    'DELETE /jobs/admin/{id}': async ({ params, caller }) => {
      await control.remove(params.id, (transaction, target) =>
        recordAction(transaction, { actorId: caller.userId, action: 'job.delete', target, details: { id: params.id } }),
      )
      return { result: { id: params.id } }
    },

    'GET /admin/load-test': async ({ query }) => ({ result: await judgeLoadTest(db, query.ids) }),
  }
}

async function sizesOf(storage: Storage, keys: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (let start = 0; start < keys.length; start += headsAtOnce) {
    const some = keys.slice(start, start + headsAtOnce)
    await Promise.all(some.map(async (key) => sizes.set(key, (await storage.head(key))?.size ?? 0)))
  }
  return sizes
}
