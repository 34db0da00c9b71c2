import type { GallerySort } from '@video-forge/contract/rules/gallery-sorts'
import { type RawBuilder, sql } from 'kysely'
import { type CursorShape, encodeCursor, parseCursor, parseIdCursor } from '../../platform/database/cursor.ts'

/** What a sort compares first; ids decide between equal videos. Each has an index over the public videos. */
const sortKeys: Record<Exclude<GallerySort, 'newest'>, RawBuilder<unknown>> = {
  'most-watched': sql`(case when show_views then view_count else 0 end)`,
  longest: sql`coalesce(duration, 0)`,
}

interface SortedRow {
  id: string
  /** A number; null where the id alone gives the order. */
  sort_key: string | null
}

/** An order of videos: as SQL, as a comparison of rows, and as cursors. */
export interface ListOrder {
  key: RawBuilder<string | null>
  by: RawBuilder<unknown>
  /** The condition for what comes after this cursor. */
  after: (cursor: string) => RawBuilder<boolean>
  compare: (a: SortedRow, b: SortedRow) => number
  cursorOf: (last: SortedRow) => string
}

const newestFirst = (a: SortedRow, b: SortedRow): number => (a.id < b.id ? 1 : -1)

const byNewest: ListOrder = {
  key: sql<null>`null`,
  by: sql`id desc`,
  after: (cursor) => sql<boolean>`id < ${parseIdCursor(cursor)}`,
  compare: newestFirst,
  cursorOf: ({ id }) => id,
}

export function orderOf(sort: GallerySort): ListOrder {
  if (sort === 'newest') return byNewest
  const key = sortKeys[sort]
  const shape: CursorShape = { sort, keys: ['number'] }
  return {
    key: sql<string>`${key}::text`,
    by: sql`${key} desc, id desc`,
    after: (cursor) => {
      const { values, id } = parseCursor(shape, cursor)
      return sql<boolean>`(${key}, id) < (${Number(values[0])}, ${id})`
    },
    compare: (a, b) => Number(b.sort_key) - Number(a.sort_key) || newestFirst(a, b),
    cursorOf: ({ sort_key, id }) => encodeCursor(shape, [sort_key ?? '0'], id),
  }
}
