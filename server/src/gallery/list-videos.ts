import { Failure } from '@video-forge/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { type VideoRow, videoColumns } from './describe-video.ts'
import { searchAmong, searchOpen } from './search-videos.ts'
import { type Viewer, watchableByAll } from './viewer.ts'

export interface ListQuery {
  visibility?: 'public' | undefined
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/**
 * One page, newest first and by key, so that the thousandth page of a million costs what the first of a thousand does. Everybody
 * sees the public videos that can be watched; whoever is signed in also sees their own, while they are being made too. The two
 * are asked for apart, each along its own index, and merged: one condition with an `or` would walk over everybody's private videos.
 */
export async function listVideos(db: Db, viewer: Viewer, query: ListQuery): Promise<{ rows: VideoRow[]; nextCursor: string | null }> {
  const { limit } = query
  const words = query.q === undefined ? undefined : wordsOf(query.q)
  if (words?.length === 0) return { rows: [], nextCursor: null }
  const before = query.cursor === undefined ? undefined : openCursor(query.cursor)
  const page = { before, most: limit + 1 }

  const newest = (allowed: RawBuilder<boolean>) => {
    const videos = db.selectFrom('videos').select(videoColumns).where(allowed).orderBy('id', 'desc').limit(page.most)
    return before ? videos.where('id', '<', before) : videos
  }
  const read = async (allowed: RawBuilder<boolean>, search: typeof searchOpen) => {
    if (!words) return newest(allowed).execute()
    const found = await search(db, allowed, { words, ...page })
    return found.length > 0 ? newest(allowed).where('id', 'in', found).execute() : []
  }
  const open = () => read(watchableByAll, searchOpen)
  const begun = query.visibility === 'public' ? sql`status <> 'failed' and visibility = 'public'` : sql`status <> 'failed'`
  const { userId, isAdmin } = viewer
  const found = await Promise.all(
    isAdmin
      ? [read(sql<boolean>`${begun}`, searchAmong)]
      : userId
        ? [open(), read(sql<boolean>`user_id = ${userId} and ${begun}`, searchAmong)]
        : [open()],
  )
  const rows = [...new Map(found.flat().map((row) => [row.id, row])).values()].sort((a, b) => (a.id < b.id ? 1 : -1))
  const last = rows[limit - 1]
  return { rows: rows.slice(0, limit), nextCursor: rows.length > limit && last ? last.id : null }
}

/** Words as people type them; each matches whatever begins so. */
const wordsOf = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, 10)

function openCursor(cursor: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor)) return cursor
  throw new Failure('INVALID_INPUT', 'The cursor does not belong to this list.', { details: [{ field: 'cursor', message: 'Not valid' }] })
}
