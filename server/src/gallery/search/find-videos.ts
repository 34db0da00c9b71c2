import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import {
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

export interface FindOptions {
  plan: SearchPlan
  /** Keys that documents must have. */
  filters: readonly string[]
  /** A condition on the row of a video, which decides about rights. */
  allowed: RawBuilder<boolean>
  after: Place | undefined
  limit: number
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

/** The next videos of a search, in its order. */
export async function findVideos(db: Transaction<Tables>, options: FindOptions): Promise<FoundVideos> {
  const { plan, filters, after, limit } = options
  const templates = plan.terms.length === 0 ? [templateOfFilters(filters)] : levels.map((level: Level) => templateAt(plan, level, filters))
  const places: Place[] = []
  for (const [level, template] of templates.entries()) {
    if (level < (after?.level ?? 0) || places.length >= limit) continue
    const rest = { ...options, limit: limit - places.length, after: level === after?.level ? after : undefined }
    const rows = await findAtLevel(db, template, rest)
    const found = rows.map(({ block, id }) => ({ level, block, id }))
    places.push(...found.filter((_, index) => rows[index]?.isAllowed))
    if (rows.at(-1)?.isLast) return { places, stoppedAt: found.at(-1) }
  }
  return { places, stoppedAt: undefined }
}

interface LookedAt {
  block: number
  id: string
  isAllowed: boolean | null
  /** Whether the rows of no more videos are read. */
  isLast: boolean
}

/**
 * Blocks are read from the newest on, and no more of them than the limit needs: the lateral query runs once for each row of `blocks`, in
 * their order. Whether a video is allowed is read for one after the other, for the same reason.
 */
async function findAtLevel(db: Transaction<Tables>, template: Template, { plan, allowed, after, limit }: FindOptions): Promise<LookedAt[]> {
  const excluded = excludedTemplate(plan)
  const withoutExcluded = excluded
    ? sql`except select video_id from search_documents where keys @@ ${inBlock(excluded, 'blocks.number')}`
    : sql``
  const from = after ? sql`where number <= ${after.block}` : sql``
  const beforeCursor = after ? sql`where blocks.number < ${after.block} or hits.video_id < ${after.id}` : sql``
  const { rows } = await sql<LookedAt>`
    select * from (
      select blocks.number as block, hit.video_id as id, row_number() over () = ${maxLooked} as "isLast",
        (select ${allowed} from videos where videos.id = hit.video_id) as "isAllowed"
      from (select number from search_blocks ${from} order by number desc) blocks
      cross join lateral (
        select video_id from (
          select distinct video_id from ((${hitsOf(template)}) ${withoutExcluded}) found order by video_id desc offset 0
        ) hits ${beforeCursor}
      ) hit
      limit ${maxLooked}
    ) looked
    where "isAllowed" or "isLast"
    limit ${limit}`.execute(db)
  return rows
}

/** The documents of a block. A prefix has thousands of words, so it is looked up only where the other words are. */
function hitsOf({ query, exact }: Template): RawBuilder<unknown> {
  const hits = sql`select video_id from search_documents where keys @@ ${inBlock(query, 'blocks.number')}`
  if (exact === undefined) return sql`${hits} offset 0`
  return sql`
    with few as materialized (
      select id from search_documents where keys @@ ${inBlock(exact, 'blocks.number')} limit ${maxCompared + 1}
    )
    select video_id from search_documents
    where id = any (array(select id from few)) and keys @@ ${inBlock(query, 'blocks.number')} and (select count(*) from few) <= ${maxCompared}
    union all ${hits} and (select count(*) from few) > ${maxCompared}`
}
