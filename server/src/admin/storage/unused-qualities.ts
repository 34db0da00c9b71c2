import type { UnusedQuality } from '@video-forge/contract/admin/admin-storage'
import type { Output } from '@video-forge/contract/endpoints'
import { type RawBuilder, sql } from 'kysely'
import { badCursor, type CursorShape, encodeCursor, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  av1Bytes,
  canBeMade,
  countedSince,
  formatOf,
  hasMoreThanLargest,
  isUnused,
  keepsAv1,
  largestWithVideo,
  lastDayOfRow,
  remainingFormat,
} from '../../platform/database/unused-quality.ts'

interface UnusedQuery {
  days: number
  limit: number
  cursor?: string | undefined
}

interface Row extends UnusedQuality {
  assetId: string
  h264Bytes: string
}

/** By the H.264 file, which has an index. */
const largestFirst: CursorShape = { sort: 'largest', keys: ['number'] }

/** One page of the tallest qualities that nobody has played for so many days, with the totals of all of them. */
export async function listUnused(
  db: Db,
  { days, limit, cursor }: UnusedQuery,
): Promise<Omit<Output<'GET /admin/storage/unused-qualities'>, 'success'>> {
  const isAfter = cursor === undefined ? sql`true` : follows(cursor)
  const { rows } = await sql<Row>`
    select tall.id as "assetId", tall.file_size as "h264Bytes", tall.job_id as "videoId", videos.title, users.username,
      ${formatOf('tall')} as format, tall.file_size::float8 + ${av1Bytes(days)} as bytes, ${av1Bytes(days)} as "av1Bytes",
      ${keepsAv1(days)} as "keepsAv1",
      ${remainingFormat} as remaining, ${canBeMade} as "canBeMade",
      (select max(${lastDayOfRow})::text from play_bytes
        where subject = tall.job_id and format = ${formatOf('tall')} and play_bytes.bytes > 0
          and not (codec = 'av1' and ${keepsAv1(days)})) as "lastPlayed"
    from ${largestWithVideo} join users on users.id = videos.user_id
    where ${isUnused(days)} and ${isAfter}
    order by tall.file_size desc, tall.id limit ${limit + 1}`.execute(db)
  const { page, nextCursor } = pageOf(rows, limit, (last) => encodeCursor(largestFirst, [last.h264Bytes], last.assetId))
  return { items: page.map(({ assetId: _, h264Bytes: __, ...item }) => item), ...(await sumUnused(db, days)), nextCursor }
}

function follows(cursor: string): RawBuilder<unknown> {
  const { values, id } = parseCursor(largestFirst, cursor)
  const size = Number(values[0])
  if (!Number.isSafeInteger(size)) throw badCursor()
  return sql`(tall.file_size <= ${size}::bigint and (tall.file_size < ${size}::bigint or tall.id > ${id}::uuid))`
}

interface Sums {
  total: number
  bytes: number
  isPartial: boolean
  countedSince: string | null
}

async function sumUnused(db: Db, days: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*)::int as total, coalesce(sum(tall.file_size::float8 + ${av1Bytes(days)}), 0) as bytes, ${countedSince}::text as "countedSince",
      ${hasMoreThanLargest} as "isPartial"
    from ${largestWithVideo} where ${isUnused(days)}`.execute(db)
  return rows[0] ?? { total: 0, bytes: 0, isPartial: false, countedSince: null }
}
