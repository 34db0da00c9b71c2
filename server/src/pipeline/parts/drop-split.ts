import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/**
 * Deletes the split of a job, if its lease number is still this one. `wasUseful` says whether the attempts that brought it on stay in memory: they
 * must not where the same attempt could end in the same way again and again.
 */
export async function dropSplit(
  db: Db,
  { id, leaseNumber }: { id: string; leaseNumber: number },
  { wasUseful }: { wasUseful: boolean },
): Promise<void> {
  await sql`
    with dropped as (
      delete from job_splits using jobs
      where jobs.id = job_splits.job_id and job_id = ${id} and jobs.takes = ${leaseNumber}
      returning job_id, job_splits.useful_attempt
    )
    update jobs set earlier_useful_attempt = greatest(earlier_useful_attempt, least(dropped.useful_attempt, jobs.attempts))
    from dropped where jobs.id = dropped.job_id and ${wasUseful}`.execute(db)
}
