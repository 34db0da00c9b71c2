import { withoutAccents } from '@video-forge/contract/text/without-accents'
import { type RawBuilder, sql } from 'kysely'
import { likePattern } from './like-pattern.ts'

export interface VideoFilter {
  q?: string | undefined
  /** As tagKey makes it. */
  tag?: string | undefined
  visibility?: 'public' | 'private' | undefined
  before?: string | undefined
  after?: string | undefined
}

/** Most texts are ASCII, and need no look at their accents. */
const plain = (text: RawBuilder<unknown>) => sql`case when ${text} ~ '[^\\x01-\\x7F]' then without_accents(${text}) else ${text} end`

/** A condition on the table `videos`. Words are for the videos of one person: no index finds a part of one. */
export function matchesFilter({ q, tag, visibility, before, after }: VideoFilter): RawBuilder<boolean> {
  const words = q?.split(/\s+/).filter((word) => word !== '') ?? []
  const conditions = words.map((word) => {
    // A word of nothing but accents must match nothing, and not everything.
    const pattern = likePattern(withoutAccents(word) || word)
    const texts = [sql`videos.title`, sql`videos.description`, sql`videos.original_name`, sql`array_to_string(videos.tags, ' ')`]
    return sql<boolean>`(${sql.join(
      texts.map((text) => sql`${plain(text)} ilike ${pattern}`),
      sql` or `,
    )})`
  })
  if (tag) conditions.push(sql<boolean>`tag_keys(videos.tags) @> ${[tag]}::text[]`)
  // As its owner has chosen; see shownVisibility.
  if (visibility) conditions.push(sql<boolean>`(videos.visibility = 'public' or videos.opens_by_password) = ${visibility === 'public'}`)
  if (before) conditions.push(sql<boolean>`videos.created_at < ${before}::timestamptz`)
  if (after) conditions.push(sql<boolean>`videos.created_at >= ${after}::timestamptz`)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

export const isEmptyFilter = (filter: VideoFilter): boolean => Object.values(filter).every((value) => value === undefined || value === '')
