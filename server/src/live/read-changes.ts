import type { Job } from '@video-forge/contract/jobs'
import type { JobUpdate } from '@video-forge/contract/live'
import type { Group } from '@video-forge/contract/rules/access'
import { causeOf } from '@video-forge/contract/rules/job-failures'
import type { JobStatus } from '@video-forge/contract/rules/job-lifecycle'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { activeList } from '../platform/database/status-sql.ts'
import type { Change } from './rate-limiter.ts'

interface ChangeRow {
  job_id: string
  user_id: string
  changed_in: string
  removed: boolean
}

interface JobRow {
  id: string
  status: JobStatus
  progress: number
  updated_at: Date
  stage: string | null
  eta_seconds: number | null
  queue_position: string | null
  renditions: Job['renditions']
  error_text: string | null
  error_cause: string | null
  asset_count: string
}

/** Somebody who has heard of everything before this transaction. */
export interface Wanted {
  userId: string
  since: bigint
}

/** Nobody looks at more than this at once, and a snapshot has to end somewhere. */
const maxPerSnapshot = 500
const lineShown = 200

/**
 * What live events are made of. `changed_in` orders changes by transaction; the horizon of a look is the oldest transaction
 * that was still running then, so everything before it was seen, and whatever commits later is not before it.
 */
export function createReads(db: Db) {
  const asChange = (row: ChangeRow): Change => ({
    jobId: row.job_id,
    userId: row.user_id,
    changedIn: BigInt(row.changed_in),
    removed: row.removed,
  })

  return {
    async horizon(): Promise<bigint> {
      const { rows } = await sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db)
      return BigInt(rows[0]?.horizon ?? 0)
    },

    async changesSince(since: bigint): Promise<{ horizon: bigint; changes: Change[] }> {
      const { rows } = await sql<ChangeRow & { horizon: string; job_id: string | null }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
          job_id, user_id, changed_in::text, removed_at is not null as removed
        from (select 1) as always left join job_changes
          on changed_in >= ${String(since)}::xid8 and changed_in < pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
      const changes = rows.filter(({ job_id }) => job_id !== null).map(asChange)
      return { horizon: BigInt(rows[0]?.horizon ?? since), changes }
    },

    /** How these jobs stand now; one that is gone is not among them. */
    async describe(ids: readonly string[]): Promise<Map<string, JobUpdate>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<JobRow>`
        select id, status, progress, updated_at, stage, eta_seconds, renditions, error_text, error_cause,
          (select count(*) from assets where assets.job_id = jobs.id) as asset_count,
          case when status = 'PENDING' then
            (select count(*) from jobs ahead where ahead.status = 'PENDING' and (ahead.turn, ahead.id) < (jobs.turn, jobs.id))
          end as queue_position
        from jobs where id = any(${ids}::uuid[])`.execute(db)
      return new Map(rows.map((row) => [row.id, describeUpdate(row)]))
    },

    /** Active jobs of these people, or of everybody. */
    async activeOf(userIds: readonly string[] | 'everybody'): Promise<{ jobId: string; userId: string }[]> {
      if (userIds.length === 0) return []
      const whose = userIds === 'everybody' ? sql`true` : sql`user_id = any(${userIds}::uuid[])`
      const most = maxPerSnapshot * (userIds === 'everybody' ? 1 : userIds.length)
      const { rows } = await sql<{ id: string; user_id: string }>`
        select id, user_id from jobs where status in ${activeList} and ${whose} order by updated_at desc limit ${most}`.execute(db)
      return rows.map(({ id, user_id }) => ({ jobId: id, userId: user_id }))
    },

    /** What changed for each of these people since they last heard of it. Numbers from another database count for nothing. */
    async changedFor(wanted: readonly Wanted[]): Promise<Change[]> {
      if (wanted.length === 0) return []
      const { rows } = await sql<ChangeRow>`
        select job_id, changes.user_id, changed_in::text, removed_at is not null as removed
        from unnest(${wanted.map(({ userId }) => userId)}::uuid[], ${wanted.map(({ since }) => String(since))}::xid8[]) as listener(user_id, since)
        join job_changes changes on changes.user_id = listener.user_id and changed_in >= since
        where changed_in < pg_snapshot_xmax(pg_current_snapshot())
        order by changed_in desc limit ${maxPerSnapshot * wanted.length}`.execute(db)
      return rows.map(asChange)
    },

    /** The same for somebody who sees everybody's jobs. */
    async changedForAll(since: bigint): Promise<Change[]> {
      const { rows } = await sql<ChangeRow>`
        select job_id, user_id, changed_in::text, removed_at is not null as removed from job_changes
        where changed_in >= ${String(since)}::xid8 and changed_in < pg_snapshot_xmax(pg_current_snapshot())
        order by changed_in desc limit ${maxPerSnapshot}`.execute(db)
      return rows.map(asChange)
    },

    /** The sessions that are still open, with the groups of their users as they are now. */
    async openSessions(ids: readonly string[]): Promise<Map<string, readonly Group[]>> {
      const { rows } = await sql<{ id: string; groups: Group[] }>`
        select sessions.id, users.groups from sessions join users on users.id = sessions.user_id
        where sessions.id = any(${ids}::uuid[]) and ended_at is null and expires_at > now()`.execute(db)
      return new Map(rows.map(({ id, groups }) => [id, groups]))
    },

    async countWork(): Promise<{ currentJobs: number; queueLength: number }> {
      const { rows } = await sql<{ current: string; waiting: string }>`
        select count(*) filter (where status <> 'PENDING') as current, count(*) filter (where status = 'PENDING') as waiting
        from jobs where status in ${activeList}`.execute(db)
      return { currentJobs: Number(rows[0]?.current ?? 0), queueLength: Number(rows[0]?.waiting ?? 0) }
    },

    /** The front of the line, in order. */
    async line(): Promise<{ jobId: string; userId: string }[]> {
      const { rows } = await sql<{ id: string; user_id: string }>`
        select id, user_id from jobs where status = 'PENDING' order by turn, id limit ${lineShown}`.execute(db)
      return rows.map(({ id, user_id }) => ({ jobId: id, userId: user_id }))
    },
  }
}

export type Reads = ReturnType<typeof createReads>

const describeUpdate = (row: JobRow): JobUpdate => ({
  jobId: row.id,
  status: row.status,
  progress: Math.round(row.progress * 10) / 10,
  updated_at: row.updated_at.toISOString(),
  stage: row.stage,
  eta_seconds: row.eta_seconds === null ? null : Math.round(row.eta_seconds * 10) / 10,
  queue_position: row.queue_position === null ? null : Number(row.queue_position),
  renditions: row.renditions,
  error_text: row.error_text,
  error_cause: causeOf(row.error_cause),
  asset_count: Number(row.asset_count),
})
