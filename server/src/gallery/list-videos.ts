import { type RawBuilder, sql } from 'kysely'
import { pageOf, parseIdCursor } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { type VideoRow, videoColumns } from './describe-video.ts'
import { searchAmong, searchPublic } from './search-videos.ts'
import { isWatchableByAll, type Viewer } from './viewer.ts'

export interface ListQuery {
  visibility?: 'public' | undefined
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/**
 * One page of videos, newest first. Everybody sees the public videos that can be watched; signed-in users also see their own,
 * including those in processing. The two sets are read along their own indexes and merged: one condition with an `or` would scan
 * the private videos of everybody.
 */
export async function listVideos(db: Db, viewer: Viewer, query: ListQuery): Promise<{ rows: VideoRow[]; nextCursor: string | null }> {
  const { limit } = query
  const words = query.q === undefined ? undefined : wordsOf(query.q)
  if (words?.length === 0) return { rows: [], nextCursor: null }
  const before = query.cursor === undefined ? undefined : parseIdCursor(query.cursor)
  const window = { before, limit: limit + 1 }

  const newest = (allowed: RawBuilder<boolean>) => {
    const videos = db.selectFrom('videos').select(videoColumns).where(allowed).orderBy('id', 'desc').limit(window.limit)
    return before ? videos.where('id', '<', before) : videos
  }
  const read = async (allowed: RawBuilder<boolean>, search: typeof searchPublic) => {
    if (!words) return newest(allowed).execute()
    const found = await search(db, allowed, { words, ...window })
    return found.length > 0 ? newest(allowed).where('id', 'in', found).execute() : []
  }
  const readPublic = () => read(isWatchableByAll, searchPublic)
  const notFailed = query.visibility === 'public' ? sql`status <> 'failed' and visibility = 'public'` : sql`status <> 'failed'`
  const { userId, isAdmin } = viewer
  const found = await Promise.all(
    isAdmin
      ? [read(sql<boolean>`${notFailed}`, searchAmong)]
      : userId
        ? [readPublic(), read(sql<boolean>`user_id = ${userId} and ${notFailed}`, searchAmong)]
        : [readPublic()],
  )
  const rows = [...new Map(found.flat().map((row) => [row.id, row])).values()].sort((a, b) => (a.id < b.id ? 1 : -1))
  const { page, nextCursor } = pageOf(rows, limit, (last) => last.id)
  return { rows: page, nextCursor }
}

/** The words of a query; each matches every word that begins with it. */
const wordsOf = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, 10)
