import { Failure } from '@video-forge/contract/errors'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { type VideoRow, videoColumns } from './describe-video.ts'
import type { Viewer } from './viewer.ts'

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
  const { visibility, limit, cursor } = query
  const words = query.q === undefined ? undefined : wordsOf(query.q)
  if (words?.length === 0) return { rows: [], nextCursor: null }

  const newest = () => {
    let videos = db
      .selectFrom('videos')
      .select(videoColumns)
      .orderBy('id', 'desc')
      .limit(limit + 1)
    if (cursor) videos = videos.where('id', '<', openCursor(cursor))
    if (words) videos = videos.where(sql<boolean>`search @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`)
    return visibility === 'public' ? videos.where('visibility', '=', 'public') : videos
  }
  const open = newest().where('visibility', '=', 'public').where(sql<boolean>`status in ('ready', 'uploaded')`)
  const { userId, isAdmin } = viewer
  const lists = isAdmin
    ? [newest().where('status', '<>', 'failed')]
    : userId
      ? [open, newest().where('user_id', '=', userId).where('status', '<>', 'failed')]
      : [open]
  const found = await Promise.all(lists.map((list) => list.execute()))
  const rows = [...new Map(found.flat().map((row) => [row.id, row])).values()].sort((a, b) => (a.id < b.id ? 1 : -1))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? last.id : null }
}

/** Words as people type them; each matches whatever begins so. */
const wordsOf = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, 10)

function openCursor(cursor: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor)) return cursor
  throw new Failure('INVALID_INPUT', 'The cursor does not belong to this list.', { details: [{ field: 'cursor', message: 'Not valid' }] })
}
