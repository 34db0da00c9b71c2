import type { AdminJobSort } from '@video-forge/contract/rules/admin-rules'
import { activeStatuses, type JobStatus, jobStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { type RawBuilder, sql } from 'kysely'
import { encodeCursor, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { activeList } from '../../platform/database/status-sql.ts'
import { isUuid } from '../../platform/database/uuid.ts'
import { countJobs } from '../system/counters.ts'

export interface AdminJobQuery {
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

/** A search with up to this many matches is counted exactly; one with more is filtered while reading the list in order. */
const maxCounted = 1000
/** The trigram indexes cannot find shorter texts. */
const minTextLength = 3

export async function findJobs(db: Db, { search, status, sort, limit, cursor }: AdminJobQuery): Promise<FoundJobs> {
  const { keys, order, sign } = orders[sort]
  const found = search ? await findMatches(db, search) : undefined
  const conditions: RawBuilder<unknown>[] = []
  if (status === 'ACTIVE') conditions.push(sql`jobs.status in ${activeList}`)
  else if (status) conditions.push(sql`jobs.status = ${status}`)
  if (found) conditions.push(found.condition)
  const filter = all(conditions)
  const cursorShape = { sort, keys: ['text', 'time'] } as const
  if (cursor !== undefined) {
    const { values, id } = parseCursor(cursorShape, cursor)
    const [status, createdAt] = values
    const position =
      sort === 'status' ? sql`${status}, ${createdAt}::timestamptz, ${id}::uuid` : sql`${createdAt}::timestamptz, ${id}::uuid`
    conditions.push(sql`(${keys}) ${sign} (${position})`)
  }

  const { rows } = await sql<{ id: string; status: string; created_at: string }>`
    select jobs.id, jobs.status, jobs.created_at::text from jobs ${found?.joins ?? sql``}
    where ${all(conditions)} order by ${order} limit ${limit + 1}`.execute(db)
  const { page, nextCursor } = pageOf(rows, limit, (last) => encodeCursor(cursorShape, [last.status, last.created_at], last.id))
  return { ids: page.map(({ id }) => id), nextCursor, ...(await totalOf(db, status, found, filter)) }
}

interface SearchMatches {
  joins: RawBuilder<unknown>
  condition: RawBuilder<unknown>
  isBroad: boolean
}

/** The jobs with this text in their title, source, owner or id. Each is read from its own index, up to a bound. */
async function findMatches(db: Db, search: string): Promise<SearchMatches> {
  const pattern = likePattern(search)
  const bound = maxCounted + 1
  const owners = await sql<{ id: string }>`
    select id from users where email ilike ${pattern} or username ilike ${pattern} limit ${bound}`.execute(db)
  const ownerIds = owners.rows.map(({ id }) => id)
  const asId = isUuid(search.toLowerCase()) ? search : null
  const texts =
    search.length < minTextLength
      ? sql``
      : sql`
        union (select id from videos where title ilike ${pattern} limit ${bound})
        union (select id from jobs where input_source ilike ${pattern} limit ${bound})`
  const { rows } = await sql<{ id: string }>`
    (select id from jobs where user_id = any(${ownerIds}::uuid[]) limit ${bound}) ${texts}
    union (select id from jobs where id = ${asId}::uuid)`.execute(db)
  if (rows.length <= maxCounted) {
    const ids = rows.map(({ id }) => id)
    return { joins: sql``, condition: sql`jobs.id = any(${ids}::uuid[])`, isBroad: false }
  }
  const inText = search.length < minTextLength ? sql`` : sql`or videos.title ilike ${pattern} or jobs.input_source ilike ${pattern}`
  return {
    joins: sql`join videos on videos.id = jobs.id`,
    condition: sql`(jobs.user_id = any(${ownerIds}::uuid[]) ${inText})`,
    isBroad: true,
  }
}

async function totalOf(db: Db, status: AdminJobQuery['status'], found: SearchMatches | undefined, filter: RawBuilder<unknown>) {
  if (found?.isBroad) return { total: maxCounted, totalIsLeast: true }
  if (found) {
    const { rows } = await sql<{ total: string }>`select count(*) as total from jobs where ${filter}`.execute(db)
    return { total: Number(rows[0]?.total ?? 0), totalIsLeast: false }
  }
  const counts = await countJobs(db)
  const counted = status === undefined ? jobStatuses : status === 'ACTIVE' ? activeStatuses : [status]
  return { total: counted.reduce((sum, each) => sum + counts[each], 0), totalIsLeast: false }
}

const all = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
