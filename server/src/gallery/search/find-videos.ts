import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import {
  type DocumentFilters,
  describedTemplate,
  excludedTemplate,
  inBlock,
  type Level,
  levels,
  type SearchPlan,
  type Template,
  templateAt,
  templateOfFilters,
} from './search-plan.ts'

/** Where a video is in the order of a search: by level, and the newest first. */
export interface Place {
  level: number
  block: number
  id: string
}

export interface FindOptions extends DocumentFilters {
  plan: SearchPlan
  /** A condition on the row of a video, which decides about rights. */
  allowed: RawBuilder<boolean>
  after: Place | undefined
  limit: number
  /** Where the words may be; by default anywhere. */
  at?: readonly Level[]
}

export interface FoundVideos {
  places: Place[]
  /** Where the search ended before it had looked at all videos or found enough of them. */
  stoppedAt: Place | undefined
}

/** So few documents with the other words are compared one by one. */
const maxCompared = 64
/** Rows of videos that are read for one page. The keys rule out most, so this ends only searches for lengths that almost no video has. */
const maxLooked = 3000

interface LookedAt extends Place {
  isAllowed: boolean | null
  /** Whether the rows of no more videos are read. */
  isLast: boolean
}

/** The next videos of a search, in its order. */
export async function findVideos(db: Transaction<Tables>, options: FindOptions): Promise<FoundVideos> {
  const { plan, after } = options
  const wanted = (options.at ?? levels).filter((level) => level !== 'o' || plan.owners.length > 0)
  const templates = plan.terms.length === 0 ? [templateOfFilters(options)] : wanted.map((level) => templateAt(plan, level, options))
  const left = templates.filter(({ level }) => levels.indexOf(level) >= (after?.level ?? 0))
  const rows = await lookAt(db, left, options)
  const places = rows.map(({ level, block, id }) => ({ level, block, id }))
  return { places: places.filter((_, index) => rows[index]?.isAllowed), stoppedAt: rows.at(-1)?.isLast ? places.at(-1) : undefined }
}

/**
 * Level after level, the blocks are read from the newest on, and no more of them than the limit needs: the inner queries run once for each row
 * of the outer ones, in their order. Whether a video is allowed is read for one after the other, for the same reason.
 *
 * Most words that are said are in no title, tag or description, so whether a block has them there is looked up once for all levels that need it.
 */
async function lookAt(db: Transaction<Tables>, templates: readonly Template[], options: FindOptions): Promise<LookedAt[]> {
  const { plan, allowed, after, limit } = options
  // With two levels left it would be a look more, not fewer.
  const isDescribed =
    templates.length > 2
      ? sql`exists (select from search_documents where keys @@ ${inBlock(sql`${describedTemplate(plan, options)}`, 'blocks.number')})`
      : sql`true`
  const excluded = excludedTemplate(plan)
  const withoutExcluded = excluded
    ? sql`except select video_id from search_documents where keys @@ ${inBlock(sql`${excluded}`, 'blocks.number')}`
    : sql``
  const behindCursor = after ? sql`where levels.number > ${after.level} or hits.video_id < ${after.id}` : sql``
  // By the id, because the video may be in another block by now.
  const isReached = after ? sql`(levels.number > ${after.level} or first_id <= ${after.id})` : sql`true`
  const columnOf = (name: 'query' | 'onlySaid' | 'exact') => sql`${templates.map((template) => template[name] ?? null)}::text[]`
  const { rows } = await sql<LookedAt>`
    with blocks as materialized (
      select number, first_id, ${isDescribed} as is_described
      from (select number, first_id from search_blocks order by first_id desc offset 0) blocks
    )
    select * from (
      select levels.number as level, blocks.number as block, hit.video_id as id, row_number() over () = ${maxLooked} as "isLast",
        (select ${allowed} from videos where videos.id = hit.video_id) as "isAllowed"
      from (
        select number, is_anywhere, query, only_said, exact from unnest(
          ${templates.map(({ level }) => levels.indexOf(level))}::int[], ${templates.map(({ isAnywhere }) => isAnywhere)}::bool[],
          ${columnOf('query')}, ${columnOf('onlySaid')}, ${columnOf('exact')}
        ) as templates (number, is_anywhere, query, only_said, exact)
        order by number
      ) levels
      cross join lateral (
        select number, case when is_described then query else coalesce(only_said, query) end as query from blocks
        where ${isReached} and (is_described or levels.is_anywhere)
        -- Not to be joined in another order.
        offset 0
      ) blocks
      cross join lateral (
        select video_id from (
          select distinct video_id from ((${hitsOf(templates)}) ${withoutExcluded}) found order by video_id desc offset 0
        ) hits ${behindCursor}
      ) hit
      limit ${maxLooked}
    ) looked
    where "isAllowed" or "isLast"
    limit ${limit}`.execute(db)
  return rows
}

/** The documents of a block. A prefix has thousands of words, so it is looked up only where the other words are. */
function hitsOf(templates: readonly Template[]): RawBuilder<unknown> {
  const query = inBlock(sql.ref('blocks.query'), 'blocks.number')
  const hits = sql`select video_id from search_documents where keys @@ ${query}`
  if (templates.every(({ exact }) => exact === undefined)) return sql`${hits} offset 0`
  return sql`
    with few as materialized (
      select id from search_documents where keys @@ ${inBlock(sql.ref('levels.exact'), 'blocks.number')} limit ${maxCompared + 1}
    )
    select video_id from search_documents
    where id = any (array(select id from few)) and keys @@ ${query} and (select count(*) from few) <= ${maxCompared}
    union all ${hits} and (select count(*) from few) > ${maxCompared}`
}
