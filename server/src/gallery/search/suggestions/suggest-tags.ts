import { tagKey } from '@video-forge/contract/text/tags'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { shownTags } from '../../../platform/database/tag-columns.ts'
import { isWatchableByAll } from '../../../platform/database/visibility.ts'
import type { Viewer } from '../../viewer.ts'
import { findVideos } from '../find-videos.ts'
import { parseSearch } from '../parse-search.ts'
import { allowedFor } from '../search-filters.ts'
import { filterKeys } from '../search-plan.ts'

/** The newest videos with such a tag, whose tags are counted. */
const maxRead = 60

/** Tags that begin like this, of the viewer's own videos and then of public ones, those of most of the newest videos first. */
export async function suggestTags(db: Transaction<Tables>, viewer: Viewer, typed: string, max: number): Promise<string[]> {
  const beginning = tagKey(typed)
  const { userId } = viewer
  const own = userId
    ? await tagsOf(db, [filterKeys.owner(userId)], allowedFor({ ...viewer, isAdmin: false }, {}, parseSearch('')), beginning)
    : []
  // Nobody wants all tags of the site.
  const others = beginning === '' ? [] : await tagsOf(db, [filterKeys.public], isWatchableByAll, beginning)
  const found = new Map(own)
  for (const [key, name] of others) if (!found.has(key)) found.set(key, name)
  return [...found.values()].slice(0, max)
}

type Allowed = Parameters<typeof findVideos>[1]['allowed']

/** By key, those of most videos first, each in the newest spelling. */
async function tagsOf(
  db: Transaction<Tables>,
  rights: readonly string[],
  allowed: Allowed,
  beginning: string,
): Promise<Map<string, string>> {
  const plan = { terms: [], excluded: [], owners: [] }
  const options = { plan, rights, filters: [filterKeys.tagBeginning(beginning)], allowed, after: undefined, limit: maxRead }
  const { places } = await findVideos(db, options)
  if (places.length === 0) return new Map()
  const ids = places.map(({ id }) => id)
  const rows = await db.selectFrom('videos').select(['tags', 'tag_names']).where('id', 'in', ids).orderBy('id', 'desc').execute()
  const counts = new Map<string, { name: string; count: number }>()
  for (const name of rows.flatMap(shownTags)) {
    const key = tagKey(name)
    if (!key.startsWith(beginning)) continue
    const known = counts.get(key) ?? { name, count: 0 }
    counts.set(key, { ...known, count: known.count + 1 })
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
  return new Map(sorted.map(([key, { name }]) => [key, name]))
}
