import type { Draft } from '@video-forge/contract/jobs'
import { hasThumbnail, isWatchable } from '@video-forge/contract/rules/video-rules'
import { sql } from 'kysely'
import { type CursorShape, encodeCursor, isCursorOf, pageOf, parseCursor } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { matchesFilter, type VideoFilter } from '../platform/database/video-filter.ts'
import { shownVisibility } from '../platform/database/visibility.ts'
import { uploadSource } from '../platform/upload-source.ts'
import type { ThumbnailOf } from './describe-job.ts'

interface DraftPage {
  drafts: Draft[]
  nextCursor: string | null
  /** The position after the last draft of this page, whether more follow or not. */
  endCursor: string | null
}

export const noDrafts: DraftPage = { drafts: [], nextCursor: null, endCursor: null }

/** Ids are in the order of time, so they alone give the order. */
const shape: CursorShape = { sort: 'drafts', keys: [] }

export const isDraftCursor = (cursor: string): boolean => isCursorOf(shape, cursor)

const ownDrafts = (db: Db, userId: string, filter: VideoFilter) =>
  db
    .selectFrom('videos')
    .where('user_id', '=', userId)
    .where(matchesFilter(filter))
    .where('original_key', 'is not', null)
    .where(sql<boolean>`not exists (select 1 from jobs where jobs.id = videos.id)`)

/** A person's uploaded videos without a job, newest first. */
export async function listDrafts(
  db: Db,
  thumbnailOf: ThumbnailOf,
  userId: string,
  { limit, cursor, filter }: { limit: number; cursor?: string | undefined; filter: VideoFilter },
): Promise<DraftPage> {
  const after = cursor === undefined ? undefined : parseCursor(shape, cursor).id
  const rows = await ownDrafts(db, userId, filter)
    .select(['id', 'title', 'visibility', 'status', 'duration', 'view_count', 'original_key', 'original_name', 'created_at'])
    .select([
      'opens_by_password',
      'embed_domains',
      'access_version',
      'files_version',
      'lacks_pictures',
      'thumbnail_key',
      'thumbnail_version',
    ])
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const cursorOf = ({ id }: { id: string }) => encodeCursor(shape, [], id)
  const { page, nextCursor } = pageOf(rows, limit, cursorOf)
  const last = page.at(-1)
  const drafts = page.map((row): Draft => {
    const input_source = uploadSource(row.id, row.original_key ?? '')
    const isPictured = hasThumbnail({ status: row.status, lacksPictures: row.lacks_pictures, chosenKey: row.thumbnail_key })
    return {
      id: row.id,
      title: row.title,
      thumbnail_url: isPictured ? thumbnailOf(row, userId) : null,
      visibility: shownVisibility(row),
      duration: row.duration,
      views: Number(row.view_count),
      input_source,
      source_name: row.original_name ?? input_source,
      playable: isWatchable(row.status),
      created_at: row.created_at.toISOString(),
    }
  })
  return { drafts, nextCursor, endCursor: last ? cursorOf(last) : null }
}

export async function countDrafts(db: Db, userId: string, filter: VideoFilter = {}): Promise<number> {
  const { count } = await ownDrafts(db, userId, filter).select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return Number(count)
}
