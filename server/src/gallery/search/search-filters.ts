import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { isWatchableByAll } from '../../platform/database/visibility.ts'
import type { Viewer } from '../viewer.ts'
import type { ParsedSearch } from './parse-search.ts'
import { filterKeys } from './search-plan.ts'

/** Keys for what the index can rule out. The row of each video decides in the end. */
export function rightsOf({ userId, isAdmin }: Viewer): string[] {
  const mine = userId ? [filterKeys.owner(userId)] : []
  return isAdmin ? [] : [filterKeys.anyOf([filterKeys.public, ...mine])]
}

/** The same of the filters in a search. */
export function filtersOf({ tags, minDuration, maxDuration }: ParsedSearch, ownerIds: readonly string[]): string[] {
  return [
    ...ownerIds.map(filterKeys.owner),
    ...tags.map(filterKeys.tag),
    ...(minDuration === undefined && maxDuration === undefined ? [] : [filterKeys.lengths(minDuration, maxDuration)]),
  ]
}

/** Documents have their month once all are written again after an upgrade or a restore. Until then the rows alone decide. */
export async function monthFilter(transaction: Transaction<Tables>, { since, before }: ParsedSearch): Promise<string[]> {
  if (!since && !before) return []
  const rebuild = await transaction.selectFrom('search_rebuild').select('before_id').executeTakeFirst()
  return rebuild ? [] : filterKeys.months(since, before)
}

/** A condition on the row of a video: what this viewer finds, of these lengths and dates. */
export function allowedFor(
  { userId, isAdmin }: Viewer,
  { visibility }: { visibility?: 'public' | undefined },
  { minDuration, maxDuration, since, before }: ParsedSearch,
): RawBuilder<boolean> {
  const notFailed = visibility === 'public' ? sql<boolean>`status <> 'failed' and visibility = 'public'` : sql<boolean>`status <> 'failed'`
  const own = userId ? sql<boolean>`user_id = ${userId} and ${notFailed}` : sql<boolean>`false`
  const seen = isAdmin ? notFailed : sql<boolean>`((${isWatchableByAll}) or (${own}))`
  const longer = minDuration === undefined ? sql<boolean>`true` : sql<boolean>`duration >= ${minDuration}`
  const shorter = maxDuration === undefined ? sql<boolean>`true` : sql<boolean>`duration < ${maxDuration}`
  const newer = since === undefined ? sql<boolean>`true` : sql<boolean>`created_at >= ${since}`
  const older = before === undefined ? sql<boolean>`true` : sql<boolean>`created_at < ${before}`
  return sql<boolean>`(${seen} and ${longer} and ${shorter} and ${newer} and ${older})`
}
