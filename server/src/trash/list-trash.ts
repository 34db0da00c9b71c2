import { limits } from '@video-forge/contract/rules/limits'
import type { TrashedVideo } from '@video-forge/contract/trash'
import { sql } from 'kysely'
import { encodeCursor, pageOf, parseCursor } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { isInTrash, type TrashFilter } from '../platform/database/video-trash/trash-filter.ts'

const shape = { sort: 'trash', keys: ['time'] } as const
const keptMs = limits.deletedVideoDays * 24 * 60 * 60 * 1000

interface TrashQuery extends TrashFilter {
  limit: number
  cursor?: string | undefined
}

/** The last one that was deleted comes first. */
export async function listTrash(db: Db, { limit, cursor, ...filter }: TrashQuery) {
  const { userId, everyone } = filter
  const after = cursor === undefined ? undefined : parseCursor(shape, cursor)
  const rows = await db
    .selectFrom('trashed_videos')
    .innerJoin('users', 'users.id', 'trashed_videos.user_id')
    .select(['trashed_videos.id', 'title', 'visibility', 'duration', 'bytes', 'trashed_videos.created_at', 'deleted_at', 'deleted_by'])
    .select(['user_id', 'username', 'email'])
    // A date of JavaScript has only milliseconds.
    .select(sql<string>`deleted_at::text`.as('sort_key'))
    .where(isInTrash(filter))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(deleted_at, trashed_videos.id) < (${after?.values[0]}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('trashed_videos.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { total, bytes } = await db
    .selectFrom('trashed_videos')
    .select([sql<string>`count(*)`.as('total'), sql<string>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where(isInTrash(filter))
    .executeTakeFirstOrThrow()
  const { page, nextCursor } = pageOf(rows, limit, (last) => encodeCursor(shape, [last.sort_key], last.id))
  const videos = page.map(
    ({ id, title, visibility, duration, ...row }): TrashedVideo => ({
      ...{ id, title, visibility, duration },
      bytes: Number(row.bytes),
      createdAt: row.created_at.toISOString(),
      deletedAt: row.deleted_at.toISOString(),
      expiresAt: new Date(row.deleted_at.getTime() + keptMs).toISOString(),
      canRestore: everyone === true || row.deleted_by === userId,
      owner: everyone ? { id: row.user_id, username: row.username, email: row.email } : null,
    }),
  )
  return { videos, total: Number(total), bytes: Number(bytes), nextCursor }
}
