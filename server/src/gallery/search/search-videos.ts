import type { Input } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import type { SearchResult } from '@video-forge/contract/search'
import { sql, type Transaction } from 'kysely'
import { type CursorShape, encodeCursor, parseCursor } from '../../platform/database/cursor.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { errorCode } from '../../platform/error-code.ts'
import { describedColumns, type VideoRow } from '../describe-video.ts'
import { findOwners, type PeopleDeps } from '../public-pages/people.ts'
import type { Viewer } from '../viewer.ts'
import { type FindOptions, findVideos, type Place } from './find-videos.ts'
import { markTexts } from './mark-texts.ts'
import { type ParsedSearch, parseSearch } from './parse-search.ts'
import { readMatches, type VideoMatches } from './read-matches.ts'
import { withPhrases } from './read-phrases.ts'
import { allowedFor, filtersOf, monthFilter, rightsOf } from './search-filters.ts'
import { planSearch, type SearchPlan } from './search-plan.ts'

type SearchQuery = Input<'GET /gallery/search'>['query']

export interface SearchPage {
  found: (VideoMatches & Pick<SearchResult, 'marks'> & { row: VideoRow })[]
  nextCursor: string | null
}

/** Longer than any search should take; it ends one that somebody made to be slow. */
const timeoutMs = 3000
/** Videos whose texts are read for a page of phrases; they are read in steps of twice a page. */
const maxRead = 120

/** People whose names are in one search. */
const maxNamed = 3

const cursorShape: CursorShape = { sort: 'search', keys: ['number', 'number'] }
const cursorOf = ({ level, block, id }: Place): string => encodeCursor(cursorShape, [String(level), String(block)], id)

function placeOf(cursor: string): Place {
  const { values, id } = parseCursor(cursorShape, cursor)
  const [level = 0, block = 0] = values.map(Number)
  return { level: Math.trunc(level), block: Math.trunc(Math.min(Math.max(block, 0), 2 ** 31 - 1)), id }
}

/** One page of a search: videos in the order of their relevance, with what is said in them. */
export async function searchVideos(deps: PeopleDeps, viewer: Viewer, query: SearchQuery): Promise<SearchPage> {
  const parsed = withFilters(parseSearch(query.q), query)
  const after = query.cursor === undefined ? undefined : placeOf(query.cursor)
  const people = await findOwners(deps, [...parsed.owners, ...parsed.names.map(({ name }) => name)], viewer.userId)
  const owners = parsed.owners.map((name) => people.get(name))
  const nobody = owners.includes(undefined)
  const ranges = [parsed.minDuration, parsed.maxDuration, parsed.since, parsed.before]
  const hasFilters = owners.length + parsed.tags.length > 0 || ranges.some((end) => end !== undefined)
  if (nobody || (parsed.terms.length === 0 && !hasFilters)) return { found: [], nextCursor: null }
  const ownerIds = owners.flatMap((id) => id ?? [])
  const named = parsed.names.flatMap(({ name, ...place }) => {
    const id = people.get(name)
    return id === undefined ? [] : [{ id, ...place }]
  })
  return (
    deps.db
      .transaction()
      // One snapshot: what is read of a video is what its rights were decided on.
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        await sql`
        select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('enable_seqscan', 'off', true)`.execute(transaction)
        const plan = await planSearch(transaction, parsed, named.slice(0, maxNamed))
        const filters = [...filtersOf(parsed, ownerIds), ...(await monthFilter(transaction, parsed))]
        const options = { plan, rights: rightsOf(viewer), filters, allowed: allowedFor(viewer, query, parsed), after }
        const { places, next } = await findPage(transaction, options, query.limit)
        const matches = await readMatches(transaction, places, plan)
        return { found: await describe(transaction, places, matches, plan), nextCursor: next ? cursorOf(next) : null }
      })
      .catch((error: unknown) => {
        if (errorCode(error) !== '57014') throw error
        throw new Failure('UNAVAILABLE', 'This search takes too long. Try longer or fewer words.', { retryAfter: 5, cause: error })
      })
  )
}

/** Filters beside the words count as those among them. */
const withFilters = (parsed: ParsedSearch, { tag, owner, minDuration, maxDuration }: SearchQuery): ParsedSearch => ({
  ...parsed,
  tags: tag ? [...parsed.tags, tag] : parsed.tags,
  owners: owner ? [...parsed.owners, owner] : parsed.owners,
  minDuration: minDuration === undefined ? parsed.minDuration : Math.max(minDuration, parsed.minDuration ?? 0),
  maxDuration: maxDuration === undefined ? parsed.maxDuration : Math.min(maxDuration, parsed.maxDuration ?? maxDuration),
})

/** Places of the next page. Where texts must be read, a page ends after some of them, so that no search reads the whole site. */
async function findPage(
  transaction: Transaction<Tables>,
  options: Omit<FindOptions, 'limit'>,
  limit: number,
): Promise<{ places: Place[]; next: Place | undefined }> {
  if (!options.plan.terms.some(({ needsReading }) => needsReading)) {
    const { places: found, stoppedAt } = await findVideos(transaction, { ...options, limit: limit + 1 })
    return { places: found.slice(0, limit), next: found.length > limit ? found[limit - 1] : stoppedAt }
  }
  const places: Place[] = []
  const readAtOnce = Math.min(2 * limit, maxRead)
  let { after } = options
  for (let read = 0; read < maxRead; read += readAtOnce) {
    const { places: found, stoppedAt } = await findVideos(transaction, { ...options, after, limit: readAtOnce })
    places.push(...(await withPhrases(transaction, found, options.plan.terms)))
    after = stoppedAt ?? found.at(-1)
    if (places.length > limit) return { places: places.slice(0, limit), next: places[limit - 1] }
    if (stoppedAt || found.length < readAtOnce) return { places, next: stoppedAt }
  }
  return { places, next: after }
}

async function describe(
  transaction: Transaction<Tables>,
  places: readonly Place[],
  matches: ReadonlyMap<string, VideoMatches>,
  plan: SearchPlan,
): Promise<SearchPage['found']> {
  const ids = places.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await transaction.selectFrom('videos').select(describedColumns).where('id', 'in', ids).execute()
  const marks = await markTexts(transaction, rows, plan)
  const byId = new Map(rows.map((row, index) => [row.id, { row, marks: marks[index] ?? noMarks }]))
  return ids.flatMap((id) => {
    const described = byId.get(id)
    return described ? [{ ...described, matches: matches.get(id)?.matches ?? [], more: matches.get(id)?.more ?? 0 }] : []
  })
}

const noMarks: SearchResult['marks'] = { title: [], description: [], tags: [] }
