import type { AdminJobSort } from '@video-forge/contract/rules/admin-rules'
import { activeStatuses, type JobStatus, jobStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { type RawBuilder, sql } from 'kysely'
import { encodeCursor, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/database.ts'
import { activeList } from '../../platform/database/status-sql.ts'
import type { VideoFilter } from '../../platform/database/video-filter.ts'
import { countJobs } from '../system/counters.ts'
import { findFiltered, findMatches, type Matches, maxCounted } from './find-matches.ts'

export interface AdminJobQuery extends Omit<VideoFilter, 'q'> {
  search?: string | undefined
  status?: JobStatus | 'ACTIVE' | undefined
  sort: AdminJobSort
  limit: number
  cursor?: string | undefined
}

export interface FoundJobs {
  ids: string[]
  total: number
  totalIsLeast: boolean
  nextCursor: string | null
}

/** Each sort follows one index, so any page costs what the first one costs. */
const orders = {
  newest: { keys: sql`jobs.created_at, jobs.id`, order: sql`jobs.created_at desc, jobs.id desc`, sign: sql`<` },
  oldest: { keys: sql`jobs.created_at, jobs.id`, order: sql`jobs.created_at, jobs.id`, sign: sql`>` },
  status: {
    keys: sql`jobs.status, jobs.created_at, jobs.id`,
    order: sql`jobs.status, jobs.created_at, jobs.id`,
    sign: sql`>`,
  },
} as const

export async function findJobs(db: Db, { search, status, sort, limit, cursor, ...wanted }: AdminJobQuery): Promise<FoundJobs> {
  const { keys, order, sign } = orders[sort]
  const found = search ? await findMatches(db, search) : undefined
  const filtered = await findFiltered(db, wanted)
  const conditions: RawBuilder<unknown>[] = []
  if (status === 'ACTIVE') conditions.push(sql`jobs.status in ${activeList}`)
  else if (status) conditions.push(sql`jobs.status = ${status}`)
  for (const each of [found, filtered]) if (each) conditions.push(each.condition)
  const isBroad = [found, filtered].some((each) => each?.isBroad)
  const from = isBroad ? sql`jobs join videos on videos.id = jobs.id` : sql`jobs`
  const matching: Matching = { found, filtered, from, filter: all(conditions) }
  const cursorShape = { sort, keys: ['text', 'time'] } as const
  if (cursor !== undefined) {
    const { values, id } = parseCursor(cursorShape, cursor)
    const [status, createdAt] = values
    const position =
      sort === 'status' ? sql`${status}, ${createdAt}::timestamptz, ${id}::uuid` : sql`${createdAt}::timestamptz, ${id}::uuid`
    conditions.push(sql`(${keys}) ${sign} (${position})`)
  }

  const { rows } = await sql<{ id: string; status: string; created_at: string }>`
    select jobs.id, jobs.status, jobs.created_at::text from ${from}
    where ${all(conditions)} order by ${order} limit ${limit + 1}`.execute(db)
  const { page, nextCursor } = pageOf(rows, limit, (last) => encodeCursor(cursorShape, [last.status, last.created_at], last.id))
  return { ids: page.map(({ id }) => id), nextCursor, ...(await totalOf(db, status, matching)) }
}

interface Matching {
  found: Matches | undefined
  filtered: Matches | undefined
  from: RawBuilder<unknown>
  filter: RawBuilder<unknown>
}

async function totalOf(db: Db, status: AdminJobQuery['status'], { found, filtered, from, filter }: Matching) {
  // A text with many matches is not looked for again in all titles, unless something else leaves most of them out.
  if (found?.isBroad && !filtered) return { total: maxCounted, totalIsLeast: true }
  if (found || filtered) {
    const { rows } = await sql<{ total: string }>`
      select count(*) as total from (select from ${from} where ${filter} limit ${maxCounted + 1}) as counted`.execute(db)
    const total = Number(rows[0]?.total ?? 0)
    return { total: Math.min(total, maxCounted), totalIsLeast: total > maxCounted }
  }
  const counts = await countJobs(db)
  const counted = status === undefined ? jobStatuses : status === 'ACTIVE' ? activeStatuses : [status]
  return { total: counted.reduce((sum, each) => sum + counts[each], 0), totalIsLeast: false }
}

const all = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
