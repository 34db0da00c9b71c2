import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Change } from './rate-limiter.ts'

// `changed_in` orders changes by transaction. The horizon of a read is the oldest transaction that was still running at that time:
// everything before it has been seen, and nothing that commits later is before it.

interface ChangeRow {
  job_id: string
  user_id: string
  changed_in: string
  removed: boolean
}

/** A user who has received everything before this transaction. */
export interface UserPosition {
  userId: string
  since: bigint
}

/** The number of jobs in one snapshot; no page shows more. */
export const maxPerSnapshot = 500

/** Of jobs, and of the automatic captions of their videos. */
const anyChange = sql`(
  select job_id, user_id, changed_in, removed_at is not null as removed from job_changes
  union all select job_id, user_id, changed_in, false from transcription_changes
)`

export async function readHorizon(db: Db): Promise<bigint> {
  const { rows } = await sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db)
  return BigInt(rows[0]?.horizon ?? 0)
}

export async function changesSince(db: Db, since: bigint): Promise<{ horizon: bigint; changes: Change[] }> {
  const { rows } = await sql<ChangeRow & { horizon: string; job_id: string | null }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      job_id, user_id, changed_in::text, removed
    from (select 1) as always left join ${anyChange} as changes
      on changed_in >= ${String(since)}::xid8 and changed_in < pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
  const changes = rows.filter(({ job_id }) => job_id !== null).map(toChange)
  return { horizon: BigInt(rows[0]?.horizon ?? since), changes: latestOfEach(changes) }
}

/** One for each job, so that a change that is read twice is recognised. */
function latestOfEach(changes: readonly Change[]): Change[] {
  const latest = new Map<string, Change>()
  for (const change of changes) {
    const known = latest.get(change.jobId)
    if (!known || known.changedIn < change.changedIn) latest.set(change.jobId, change)
  }
  return [...latest.values()]
}

/** The changes of each user since their position. Positions of another database match nothing. */
export async function changedFor(db: Db, positions: readonly UserPosition[]): Promise<Change[]> {
  if (positions.length === 0) return []
  const userIds = positions.map(({ userId }) => userId)
  const transactions = positions.map(({ since }) => String(since))
  const { rows } = await sql<ChangeRow>`
    select job_id, changes.user_id, changed_in::text, removed
    from unnest(${userIds}::uuid[], ${transactions}::xid8[]) as position(user_id, since)
    join ${anyChange} as changes on changes.user_id = position.user_id and changed_in >= since
    where changed_in < pg_snapshot_xmax(pg_current_snapshot())
    order by changed_in desc limit ${maxPerSnapshot * positions.length}`.execute(db)
  return rows.map(toChange)
}

/** The same for admins, who see the jobs of everybody. */
export async function changedForAll(db: Db, since: bigint): Promise<Change[]> {
  const { rows } = await sql<ChangeRow>`
    select job_id, user_id, changed_in::text, removed from ${anyChange} as changes
    where changed_in >= ${String(since)}::xid8 and changed_in < pg_snapshot_xmax(pg_current_snapshot())
    order by changed_in desc limit ${maxPerSnapshot}`.execute(db)
  return rows.map(toChange)
}

const toChange = (row: ChangeRow): Change => ({
  jobId: row.job_id,
  userId: row.user_id,
  changedIn: BigInt(row.changed_in),
  removed: row.removed,
})
