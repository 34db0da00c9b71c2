import type { Transcription } from '@video-forge/contract/captions'
import type { Job } from '@video-forge/contract/jobs'
import { causeOf } from '@video-forge/contract/rules/jobs/job-failures'
import { hasThumbnail, isWatchable, type VideoStatus } from '@video-forge/contract/rules/video-rules'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transcriptionOf } from '../platform/database/transcription-sql.ts'
import { shownVisibility } from '../platform/database/visibility.ts'

type JobRow = Selectable<Tables['jobs']>

interface JobView extends JobRow {
  title: string
  original_name: string | null
  visibility: 'public' | 'private'
  opens_by_password: boolean
  embed_domains: string[]
  access_version: number
  files_version: number
  video_status: VideoStatus
  lacks_pictures: boolean
  thumbnail_key: string | null
  thumbnail_version: number
  duration: number | null
  view_count: string
  asset_count: string
  queue_position: string | null
  user_email: string
  transcription: Transcription | null
}

/** Jobs with columns of their videos, the number of assets and the position in the queue. */
export const selectJobs = (db: Db) =>
  db
    .selectFrom('jobs')
    .innerJoin('videos', 'videos.id', 'jobs.id')
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .selectAll('jobs')
    .select(['videos.title', 'videos.visibility', 'videos.access_version', 'videos.files_version', 'videos.original_name'])
    .select(['videos.opens_by_password', 'videos.embed_domains'])
    .select(['videos.thumbnail_key', 'videos.thumbnail_version', 'videos.duration', 'videos.view_count'])
    .select(['videos.status as video_status', 'videos.lacks_pictures', 'users.email as user_email'])
    .select(sql<string>`(select count(*) from assets where assets.job_id = jobs.id)`.as('asset_count'))
    .select(transcriptionOf.as('transcription'))
    .select(
      sql<string | null>`case when jobs.status = 'PENDING' then
        (select count(*) from jobs ahead where ahead.status = 'PENDING' and (ahead.turn, ahead.id) < (jobs.turn, jobs.id)) end`.as(
        'queue_position',
      ),
    )

/** The address of a video's thumbnail for its owner or an admin. */
export type ThumbnailOf = (
  video: Pick<
    Selectable<Tables['videos']>,
    'id' | 'visibility' | 'embed_domains' | 'access_version' | 'files_version' | 'thumbnail_version'
  >,
  personId: string,
) => string

export function describeJob(row: JobView, thumbnailOf: ThumbnailOf, viewerId: string): Job {
  return {
    id: row.id,
    title: row.title,
    thumbnail_url: hasThumbnail({ status: row.video_status, lacksPictures: row.lacks_pictures, chosenKey: row.thumbnail_key })
      ? thumbnailOf(row, viewerId)
      : null,
    visibility: shownVisibility(row),
    duration: row.duration,
    views: Number(row.view_count),
    input_source: row.input_source,
    source_name: row.original_name ?? row.input_source,
    output_formats: row.output_formats,
    status: row.status,
    progress: Math.round(row.progress * 10) / 10,
    stage: row.stage,
    eta_seconds: row.eta_seconds === null ? null : Math.round(row.eta_seconds * 10) / 10,
    queue_position: row.queue_position === null ? null : Number(row.queue_position),
    renditions: row.renditions,
    notes: row.notes,
    error_text: row.error_text,
    error_cause: causeOf(row.error_cause),
    error_detail: row.error_detail,
    asset_count: Number(row.asset_count),
    playable: isWatchable(row.video_status),
    transcription: row.transcription,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
