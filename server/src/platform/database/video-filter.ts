import { type RawBuilder, sql } from 'kysely'
import { likePattern } from './like-pattern.ts'

export interface VideoFilter {
  q?: string | undefined
  tag?: string | undefined
  visibility?: 'public' | 'private' | undefined
  before?: string | undefined
  after?: string | undefined
}

/** A condition on the table `videos`. For the videos of one person: no index finds a part of a word. */
export function matchesFilter({ q, tag, visibility, before, after }: VideoFilter): RawBuilder<boolean> {
  const words = q?.split(/\s+/).filter((word) => word !== '') ?? []
  const conditions = words.map((word) => {
    const pattern = likePattern(word)
    return sql<boolean>`(videos.title ilike ${pattern} or videos.description ilike ${pattern} or videos.original_name ilike ${pattern}
      or array_to_string(videos.tags, ' ') ilike ${pattern})`
  })
  if (tag) conditions.push(sql<boolean>`videos.tags @> ${[tag]}::text[]`)
  // As its owner has chosen; see shownVisibility.
  if (visibility) conditions.push(sql<boolean>`(videos.visibility = 'public' or videos.opens_by_password) = ${visibility === 'public'}`)
  if (before) conditions.push(sql<boolean>`videos.created_at < ${before}::timestamptz`)
  if (after) conditions.push(sql<boolean>`videos.created_at >= ${after}::timestamptz`)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

export const isEmptyFilter = (filter: VideoFilter): boolean => Object.values(filter).every((value) => value === undefined || value === '')
