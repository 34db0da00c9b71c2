import { type RawBuilder, sql } from 'kysely'
import { isWatchableByAll } from '../../platform/database/visibility.ts'
import type { Viewer } from '../viewer.ts'

/** Videos in lists for this viewer, as in the gallery: those that everybody may watch, and a person's own. For a query on `videos`. */
export function isListedFor({ userId, isAdmin }: Viewer): RawBuilder<boolean> {
  if (isAdmin) return sql<boolean>`videos.status <> 'failed'`
  if (!userId) return isWatchableByAll
  return sql<boolean>`((${isWatchableByAll}) or (videos.user_id = ${userId} and videos.status <> 'failed'))`
}

/** Videos that this person may see with nothing but their account, and so add to a playlist. For a query on `videos`. */
export const isOpenTo = ({ userId, isAdmin }: Viewer): RawBuilder<boolean> =>
  isAdmin ? sql<boolean>`true` : sql<boolean>`(videos.visibility = 'public' or videos.user_id = ${userId ?? null})`
