import type { UnusedQuality } from '@video-forge/contract/admin/admin-storage'
import type { Output } from '@video-forge/contract/endpoints'
import { type RawBuilder, sql } from 'kysely'
import { badCursor, type CursorShape, encodeCursor, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/database.ts'
import { hasMoreThanLargestKept, keptFile, unusedAv1 } from '../../platform/database/unused-av1.ts'
import {
  av1Bytes,
  canMake,
  countedSince,
  formatOf,
  hasMoreThanLargest,
  inAv1,
  inH264,
  isTallest,
  isUnused,
  keepsAv1,
  largestWithVideo,
  lastPlayed,
  remainingFormat,
} from '../../platform/database/unused-quality.ts'

interface UnusedQuery {
  days: number
  limit: number
  cursor?: string | undefined
}

interface Row extends UnusedQuality {
  id: string
  size: string
}

/** By the file that is named first, which has an index. */
const largestFirst: CursorShape = { sort: 'largest', keys: ['number'] }

/** One page of the tallest qualities that nobody has played for so many days, with the totals of all of them. */
export async function listUnused(
  db: Db,
  { days, limit, cursor }: UnusedQuery,
): Promise<Omit<Output<'GET /admin/storage/unused-qualities'>, 'success'>> {
  const isAfter = cursor === undefined ? sql`true` : follows(cursor)
  const { rows } = await sql<Row>`
    select listed.*, videos.title, users.username from (
      select * from (${inBothCodecs(days)}) as qualities where ${isAfter}
      union all
      select * from (${onlyInAv1(days)}) as versions where ${isAfter}
    ) as listed join videos on videos.id = listed."videoId" join users on users.id = videos.user_id
    order by listed.size desc, listed.id limit ${limit + 1}`.execute(db)
  const { page, nextCursor } = pageOf(rows, limit, (last) => encodeCursor(largestFirst, [last.size], last.id))
  return { items: page.map(({ id: _, size: __, ...item }) => item), ...(await sumUnused(db, days)), nextCursor }
}

/** Of a video whose AV1 is in the list, the tallest quality follows when that is dropped. */
const isNext = (days: number) => sql`tall.job_id not in (select job_id from ${unusedAv1(days)} as unused)`

const inBothCodecs = (days: number) => sql`
  select tall.id, tall.file_size as size, tall.job_id as "videoId", ${formatOf('tall')} as format, 'h264' as codec,
    tall.file_size::float8 + ${av1Bytes(days)} as bytes, ${av1Bytes(days)} as "av1Bytes", ${keepsAv1(days)} as "keepsAv1",
    ${remainingFormat} as remaining, ${canMake(formatOf('tall'))} as "canBeMade",
    greatest(${lastPlayed(inH264)}, case when not ${keepsAv1(days)} then ${lastPlayed(inAv1)} end) as "lastPlayed"
  from ${largestWithVideo} where ${isUnused(days)} and ${isNext(days)}`

const onlyInAv1 = (days: number) => sql`
  select kept.id, kept.bytes as size, kept.job_id as "videoId", kept.format, kept.codec,
    kept.bytes::float8 as bytes, kept.bytes::float8 as "av1Bytes", false as "keepsAv1",
    (select ${formatOf('tall')} from assets as tall where tall.job_id = kept.job_id and ${isTallest}) as remaining,
    ${canMake(sql`kept.format`)} as "canBeMade", ${lastPlayed(keptFile)} as "lastPlayed"
  from ${unusedAv1(days)} as kept join videos on videos.id = kept.job_id`

function follows(cursor: string): RawBuilder<unknown> {
  const { values, id } = parseCursor(largestFirst, cursor)
  const size = Number(values[0])
  if (!Number.isSafeInteger(size)) throw badCursor()
  return sql`(size <= ${size}::bigint and (size < ${size}::bigint or id > ${id}::uuid))`
}

interface Sums {
  total: number
  bytes: number
  isPartial: boolean
  countedSince: string | null
}

async function sumUnused(db: Db, days: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*)::int as total, coalesce(sum(bytes), 0) as bytes, ${countedSince}::text as "countedSince",
      ${hasMoreThanLargest} or ${hasMoreThanLargestKept} as "isPartial"
    from (
      select tall.file_size::float8 + ${av1Bytes(days)} as bytes from ${largestWithVideo} where ${isUnused(days)} and ${isNext(days)}
      union all
      select kept.bytes::float8 from ${unusedAv1(days)} as kept
    ) as listed`.execute(db)
  return rows[0] ?? { total: 0, bytes: 0, isPartial: false, countedSince: null }
}
