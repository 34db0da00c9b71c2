import type { Transcription } from '@video-forge/contract/captions'
import type { Job } from '@video-forge/contract/jobs'
import type { JobUpdate } from '@video-forge/contract/live'
import type { Group } from '@video-forge/contract/rules/access'
import { causeOf } from '@video-forge/contract/rules/jobs/job-failures'
import type { JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { hasThumbnail, isWatchable, type VideoStatus } from '@video-forge/contract/rules/video-rules'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { activeList } from '../platform/database/status-sql.ts'
import { transcriptionOf } from '../platform/database/transcription-sql.ts'
import { maxPerSnapshot } from './read-changes.ts'

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
  video_status: VideoStatus
  lacks_pictures: boolean
  thumbnail_key: string | null
  transcription: Transcription | null
}

const maxQueueLength = 200

/** The current state of these jobs; deleted ones are left out. */
export async function describeUpdates(db: Db, ids: readonly string[]): Promise<Map<string, JobUpdate>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<JobRow>`
    select jobs.id, jobs.status, progress, jobs.updated_at, stage, eta_seconds, renditions, error_text, error_cause,
      videos.status as video_status, lacks_pictures, thumbnail_key, ${transcriptionOf} as transcription,
      (select count(*) from assets where assets.job_id = jobs.id) as asset_count,
      case when jobs.status = 'PENDING' then
        (select count(*) from jobs ahead where ahead.status = 'PENDING' and (ahead.turn, ahead.id) < (jobs.turn, jobs.id))
      end as queue_position
    from jobs join videos on videos.id = jobs.id where jobs.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, describeUpdate(row)]))
}

/** Active jobs of these users, or of everybody, and jobs whose automatic captions are being made. */
export async function listActiveJobs(db: Db, userIds: readonly string[] | 'everybody'): Promise<{ jobId: string; userId: string }[]> {
  if (userIds.length === 0) return []
  const isIncluded = userIds === 'everybody' ? sql`true` : sql`user_id = any(${userIds}::uuid[])`
  const limit = maxPerSnapshot * (userIds === 'everybody' ? 1 : userIds.length)
  const { rows } = await sql<{ id: string; user_id: string }>`
    (select id, user_id from jobs where status in ${activeList} and ${isIncluded} order by updated_at desc limit ${limit})
    union all
    (select video_id, user_id from transcriptions where status <> 'failed' and ${isIncluded} order by created_at limit ${limit})`.execute(
    db,
  )
  return rows.map(({ id, user_id }) => ({ jobId: id, userId: user_id }))
}

export async function countJobs(db: Db): Promise<{ currentJobs: number; queueLength: number }> {
  const { rows } = await sql<{ running: string; queued: string }>`
    select count(*) filter (where status <> 'PENDING') as running, count(*) filter (where status = 'PENDING') as queued
    from jobs where status in ${activeList}`.execute(db)
  return { currentJobs: Number(rows[0]?.running ?? 0), queueLength: Number(rows[0]?.queued ?? 0) }
}

/** The first jobs of the queue, in order. */
export async function listQueue(db: Db): Promise<{ jobId: string; userId: string }[]> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    select id, user_id from jobs where status = 'PENDING' order by turn, id limit ${maxQueueLength}`.execute(db)
  return rows.map(({ id, user_id }) => ({ jobId: id, userId: user_id }))
}

/** The sessions and API keys that are still valid, with the current groups of their users. */
export async function openSessions(db: Db, ids: readonly string[]): Promise<Map<string, readonly Group[]>> {
  const { rows } = await sql<{ id: string; groups: Group[] }>`
    select sessions.id, users.groups from sessions join users on users.id = sessions.user_id
    where sessions.id = any(${ids}::uuid[]) and ended_at is null and expires_at > now()
    union all
    select api_keys.id, case when 'admin' = any(scopes) then groups else array_remove(groups, 'admin') end
    from api_keys join users on users.id = api_keys.user_id
    where api_keys.id = any(${ids}::uuid[]) and disabled_at is null and (expires_at is null or expires_at > now())`.execute(db)
  return new Map(rows.map(({ id, groups }) => [id, groups]))
}

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
  playable: isWatchable(row.video_status),
  transcription: row.transcription,
  has_thumbnail: hasThumbnail({ status: row.video_status, lacksPictures: row.lacks_pictures, chosenKey: row.thumbnail_key }),
})
