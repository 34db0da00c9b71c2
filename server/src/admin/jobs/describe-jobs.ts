import type { AdminJob } from '@video-forge/contract/admin/admin-jobs'
import type { Job } from '@video-forge/contract/jobs'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

type OwnedJob = Job & { user_id: string; user_email: string; attempts: number }

/** Jobs with the fields that only admins see. */
export async function describeAdminJobs(
  db: Db,
  describe: (ids: readonly string[]) => Promise<OwnedJob[]>,
  ids: readonly string[],
): Promise<AdminJob[]> {
  const [jobs, extras] = await Promise.all([
    describe(ids),
    sql<{ id: string; username: string; bytes: string }>`
      select jobs.id, users.username,
        (select coalesce(sum(file_size), 0) from assets where assets.job_id = jobs.id) as bytes
      from jobs join users on users.id = jobs.user_id where jobs.id = any(${[...ids]}::uuid[])`.execute(db),
  ])
  const byId = new Map(extras.rows.map((row) => [row.id, row]))
  return jobs.map((job) => {
    const extra = byId.get(job.id)
    return { ...job, username: extra?.username ?? '', bytes: Number(extra?.bytes ?? 0) }
  })
}
