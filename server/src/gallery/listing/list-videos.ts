import type { GallerySort } from '@video-forge/contract/rules/gallery-sorts'
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/database.ts'
import { isWatchableByAll } from '../../platform/database/visibility.ts'
import { describedColumns, type VideoRow } from '../describe-video.ts'
import type { Viewer } from '../viewer.ts'
import { orderOf } from './list-order.ts'
import { searchAmong, searchPublic } from './search-videos.ts'
import { wordsOf } from './search-words.ts'

export interface ListQuery {
  visibility?: 'public' | undefined
  q?: string | undefined
  sort: GallerySort
  minDuration?: number | undefined
  maxDuration?: number | undefined
  /** Without case and accents. */
  tag?: string | undefined
  /** The id of the owner. */
  ownerId?: string | undefined
  limit: number
  cursor?: string | undefined
}

type Condition = RawBuilder<boolean>

/** A search that is sorted or filtered covers this many of its newest matches. */
const maxSortedMatches = 1000

const allOf = (conditions: readonly Condition[]): Condition => sql<boolean>`${sql.join(conditions, sql` and `)}`

/**
 * One page of videos. Everybody sees the public videos that can be watched; signed-in users also see their own, including those in
 * processing. The two sets are read along their own indexes and merged: one condition with an `or` would scan the private videos
 * of everybody.
 */
export async function listVideos(db: Db, viewer: Viewer, query: ListQuery): Promise<{ rows: VideoRow[]; nextCursor: string | null }> {
  const words = query.q === undefined ? undefined : wordsOf(query.q)
  if (words?.length === 0) return { rows: [], nextCursor: null }
  const order = orderOf(query.sort)
  const after = query.cursor === undefined ? [] : [order.after(query.cursor)]
  const filters = filtersOf(query)
  const limit = query.limit + 1

  const readPage = (conditions: readonly Condition[]) =>
    db
      .selectFrom('videos')
      .select([...describedColumns, order.key.as('sort_key')])
      .where(allOf([...conditions, ...filters, ...after]))
      .orderBy(order.by)
      .limit(limit)
      .execute()
  const isPlain = query.sort === 'newest' && filters.length === 0
  const read = async (allowed: Condition, search: typeof searchPublic) => {
    if (!words) return readPage([allowed])
    const found = await search(
      db,
      allowed,
      isPlain ? { words, before: query.cursor, limit } : { words, before: undefined, limit: maxSortedMatches },
    )
    return found.length > 0 ? readPage([allowed, sql<boolean>`id = any(${found}::uuid[])`]) : []
  }
  const found = await Promise.all(setsFor(viewer, query).map(({ allowed, search }) => read(allowed, search)))
  const rows = [...new Map(found.flat().map((row) => [row.id, row])).values()].sort(order.compare)
  const { page, nextCursor } = pageOf(rows, query.limit, order.cursorOf)
  return { rows: page, nextCursor }
}

/** The sets of videos that a viewer sees, each with an index of its own. */
function setsFor({ userId, isAdmin }: Viewer, { visibility }: ListQuery): { allowed: Condition; search: typeof searchPublic }[] {
  const notFailed = visibility === 'public' ? sql<boolean>`status <> 'failed' and visibility = 'public'` : sql<boolean>`status <> 'failed'`
  if (isAdmin) return [{ allowed: notFailed, search: searchAmong }]
  const everybodys = { allowed: isWatchableByAll, search: searchPublic }
  return userId ? [everybodys, { allowed: sql<boolean>`user_id = ${userId} and ${notFailed}`, search: searchAmong }] : [everybodys]
}

function filtersOf({ minDuration, maxDuration, tag, ownerId }: ListQuery): Condition[] {
  const filters: Condition[] = []
  // A video of unknown length is neither long nor short.
  if (minDuration !== undefined) filters.push(sql<boolean>`duration >= ${minDuration}`)
  if (maxDuration !== undefined) filters.push(sql<boolean>`duration < ${maxDuration}`)
  if (tag !== undefined) filters.push(sql<boolean>`tag_keys(tags) @> array[${tag}]::text[]`)
  if (ownerId !== undefined) filters.push(sql<boolean>`user_id = ${ownerId}`)
  return filters
}
