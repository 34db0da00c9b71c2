import { limits } from '@video-forge/contract/rules/limits'
import type { TrashedVideo } from '@video-forge/contract/trash'
import { sql } from 'kysely'
import { encodeCursor, pageOf, parseCursor } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/database.ts'

const shape = { sort: 'trash', keys: ['time'] } as const
const keptMs = limits.deletedVideoDays * 24 * 60 * 60 * 1000

interface TrashQuery {
  limit: number
  cursor?: string | undefined
}

/** The last one that was deleted comes first. */
export async function listTrash(db: Db, userId: string, { limit, cursor }: TrashQuery) {
  const after = cursor === undefined ? undefined : parseCursor(shape, cursor)
  const rows = await db
    .selectFrom('trashed_videos')
    .select(['id', 'title', 'visibility', 'duration', 'bytes', 'created_at', 'deleted_at', 'deleted_by'])
    // A date of JavaScript has only milliseconds.
    .select(sql<string>`deleted_at::text`.as('sort_key'))
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(deleted_at, id) < (${after?.values[0]}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { total, bytes } = await db
    .selectFrom('trashed_videos')
    .select([sql<string>`count(*)`.as('total'), sql<string>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const { page, nextCursor } = pageOf(rows, limit, (last) => encodeCursor(shape, [last.sort_key], last.id))
  const videos = page.map(
    ({ id, title, visibility, duration, ...row }): TrashedVideo => ({
      ...{ id, title, visibility, duration },
      bytes: Number(row.bytes),
      createdAt: row.created_at.toISOString(),
      deletedAt: row.deleted_at.toISOString(),
      expiresAt: new Date(row.deleted_at.getTime() + keptMs).toISOString(),
      canRestore: row.deleted_by === userId,
    }),
  )
  return { videos, total: Number(total), bytes: Number(bytes), nextCursor }
}
