import type { Output } from '@video-forge/contract/endpoints'
import { searchRules } from '@video-forge/contract/rules/search-rules'
import { tagKey } from '@video-forge/contract/text/tags'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { isWatchableByAll } from '../../../platform/database/visibility.ts'
import { errorCode } from '../../../platform/error-code.ts'
import type { PeopleDeps } from '../../public-pages/people.ts'
import { hasPublicName } from '../../public-pages/public-name.ts'
import type { Viewer } from '../../viewer.ts'
import { findVideos } from '../find-videos.ts'
import { parseSearch } from '../parse-search.ts'
import { allowedFor, filtersOf, monthFilter, rightsOf } from '../search-filters.ts'
import { planSearch } from '../search-plan.ts'
import { suggestTags } from './suggest-tags.ts'

export type Suggestions = Omit<Output<'GET /gallery/suggestions'>, 'success'>

/** People go on typing, so what takes longer is worth nothing. */
const timeoutMs = 1000
/** Accounts whose names begin like what is typed, among which those with public videos are looked for. */
const maxLooked = 100
const none: Suggestions = { titles: [], tags: [], people: [] }

/** What may be meant by the beginning of a search. Only what the viewer may see, found by the index of the search. */
export async function suggest(deps: PeopleDeps, viewer: Viewer, q: string, only: 'tags' | undefined): Promise<Suggestions> {
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await sql`
        select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('enable_seqscan', 'off', true)`.execute(transaction)
      if (only === 'tags') return { ...none, tags: await suggestTags(transaction, viewer, q, searchRules.maxOnlyTags) }
      const filter = /^(tag|owner):"?([^"]*)"?$/i.exec(q)
      const name = filter?.[1]?.toLowerCase()
      const text = filter?.[2] ?? q
      if (tagKey(text) === '') return none
      return {
        titles: name ? [] : await suggestTitles(transaction, viewer, q),
        tags: name === 'owner' ? [] : await suggestTags(transaction, viewer, text, searchRules.maxTags),
        people: name === 'tag' ? [] : await suggestPeople(transaction, deps.nameKey(text)),
      }
    })
    .catch((error: unknown) => {
      if (errorCode(error) === '57014') return none
      throw error
    })
}

/** The newest videos with all of the words in their titles. */
async function suggestTitles(db: Transaction<Tables>, viewer: Viewer, q: string): Promise<Suggestions['titles']> {
  const parsed = parseSearch(q)
  if (parsed.terms.length === 0 || parsed.owners.length > 0) return []
  const filters = [...filtersOf(parsed, []), ...(await monthFilter(db, parsed))]
  const allowed = allowedFor(viewer, {}, parsed)
  const plan = await planSearch(db, parsed)
  const found = { plan, rights: rightsOf(viewer), filters, allowed, after: undefined, limit: searchRules.maxTitles, at: ['a'] as const }
  const { places } = await findVideos(db, found)
  if (places.length === 0) return []
  const ids = places.map(({ id }) => id)
  const rows = await db.selectFrom('videos').select(['id', 'title']).where('id', 'in', ids).execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** People with public videos whose names begin like this. Others exist for nobody. */
async function suggestPeople(db: Transaction<Tables>, beginning: string): Promise<Suggestions['people']> {
  const pattern = `${beginning.replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ username: string }>`
    select username from (select * from users where username_key like ${pattern} limit ${maxLooked}) users
    where ${hasPublicName} and exists (select from videos where videos.user_id = users.id and ${isWatchableByAll})
    order by length(username), username limit ${searchRules.maxPeople}`.execute(db)
  return rows.map(({ username }) => ({ username, name: username }))
}
