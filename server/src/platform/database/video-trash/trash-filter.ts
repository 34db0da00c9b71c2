import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '../like-pattern.ts'
import { isUuid } from '../uuid.ts'

export interface TrashFilter {
  userId: string
  /** The deleted videos of all people, which only admins may see. */
  everyone?: boolean | undefined
  /** Text in the title, or in the name or e-mail address of the owner, or the id. */
  search?: string | undefined
}

/** The condition for rows of `trashed_videos`. */
export function isInTrash({ userId, everyone = false, search }: TrashFilter): RawBuilder<boolean> {
  const isTheirs = everyone ? sql`true` : sql`trashed_videos.user_id = ${userId}`
  if (!search) return sql<boolean>`${isTheirs}`
  const pattern = likePattern(search)
  const asId = isUuid(search.toLowerCase()) ? search : null
  return sql<boolean>`${isTheirs} and (trashed_videos.title ilike ${pattern} or trashed_videos.id = ${asId}::uuid
    or trashed_videos.user_id in (select id from users where email ilike ${pattern} or username ilike ${pattern}))`
}
