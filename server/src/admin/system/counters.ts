import { type JobStatus, jobStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

type CounterKind = Tables['tallies']['kind']

export interface Counter {
  name: string
  count: number
  bytes: number
}

/** The counters of one kind, from the table `tallies`; its migration says what each kind counts. */
export async function readCounters(db: Db, kind: CounterKind, from?: string): Promise<Counter[]> {
  const { rows } = await sql<{ name: string; count: string; bytes: string }>`
    select name, sum(count) as count, sum(bytes) as bytes from tallies
    where kind = ${kind} and name >= ${from ?? ''} group by name order by name`.execute(db)
  return rows.map(({ name, count, bytes }) => ({ name, count: Number(count), bytes: Number(bytes) }))
}

export async function countJobs(db: Db): Promise<Record<JobStatus, number>> {
  const counters = new Map((await readCounters(db, 'jobs')).map(({ name, count }) => [name, count]))
  const counts = { PENDING: 0, DOWNLOADING: 0, PROCESSING: 0, UPLOADING: 0, COMPLETED: 0, FAILED: 0, CANCELLED: 0 }
  for (const status of jobStatuses) counts[status] = counters.get(status) ?? 0
  return counts
}

export const queueOf = (counts: Record<JobStatus, number>) => ({
  queued: counts.PENDING,
  active: counts.DOWNLOADING + counts.PROCESSING + counts.UPLOADING,
})

/** The number and size of all assets. */
export async function sumAssets(db: Db): Promise<{ count: number; bytes: number }> {
  const kinds = await readCounters(db, 'kind')
  return kinds.reduce((sum, { count, bytes }) => ({ count: sum.count + count, bytes: sum.bytes + bytes }), { count: 0, bytes: 0 })
}

/** Merges the rows of each counter into one. Rows added meanwhile are left for the next run. */
export async function mergeCounters(db: Db): Promise<void> {
  await sql`
    with merged as (
      delete from tallies where (kind, name) in (select kind, name from tallies group by kind, name having count(*) > 1)
      returning kind, name, count, bytes
    )
    insert into tallies (kind, name, count, bytes)
    select kind, name, sum(count), sum(bytes) from merged group by kind, name having sum(count) <> 0 or sum(bytes) <> 0`.execute(db)
}
