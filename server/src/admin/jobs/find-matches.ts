import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { isUuid } from '../../platform/database/uuid.ts'
import { isEmptyFilter, matchesFilter, type VideoFilter } from '../../platform/database/video-filter.ts'

/** Up to this many matches are counted exactly, and known by their ids; more are filtered while reading the list in order. */
export const maxCounted = 1000
const bound = maxCounted + 1
/** The trigram indexes cannot find shorter texts. */
const minTextLength = 3

/** What belongs into the list, as a condition on `jobs`, and on `videos` too if it is broad. */
export interface Matches {
  condition: RawBuilder<unknown>
  isBroad: boolean
}

const byIds = (ids: readonly string[]): Matches => ({ condition: sql`jobs.id = any(${[...ids]}::uuid[])`, isBroad: false })

/** The jobs whose videos match a filter. An index may have few of them, which are not looked for among all others then. */
export async function findFiltered(db: Db, filter: VideoFilter): Promise<Matches | undefined> {
  if (isEmptyFilter(filter)) return undefined
  const condition = matchesFilter(filter)
  const { rows } = await sql<{ id: string }>`
    select videos.id from videos where ${condition} and exists (select from jobs where jobs.id = videos.id) limit ${bound}`.execute(db)
  return rows.length <= maxCounted ? byIds(rows.map(({ id }) => id)) : { condition, isBroad: true }
}

/** The jobs with this text in their title, source, owner or id. Each is read from its own index, up to a bound. */
export async function findMatches(db: Db, search: string): Promise<Matches> {
  const pattern = likePattern(search)
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
  if (rows.length <= maxCounted) return byIds(rows.map(({ id }) => id))
  const inText = search.length < minTextLength ? sql`` : sql`or videos.title ilike ${pattern} or jobs.input_source ilike ${pattern}`
  return {
    condition: sql`(jobs.user_id = any(${ownerIds}::uuid[]) ${inText})`,
    isBroad: true,
  }
}
