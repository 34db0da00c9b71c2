import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { termsOf } from '../listing/search-words.ts'
import type { Place } from './find-videos.ts'
import type { PlannedTerm } from './search-plan.ts'

/** The places whose videos contain these terms as they are written: the index knows which words a text has, and not their order. */
export async function withPhrases(db: Transaction<Tables>, places: readonly Place[], terms: readonly PlannedTerm[]): Promise<Place[]> {
  const read = terms.filter(({ needsReading }) => needsReading)
  if (read.length === 0 || places.length === 0) return [...places]
  const texts = sql`array[${sql.join(read.map(patternOf))}]::text[]`
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${places.map(({ id }) => id)}::uuid[]) as found (id) join videos using (id)
    where (
      select bool_and(
        spoken_text(title) like pattern or spoken_text(tag_words(tags)) like pattern or spoken_text(description) like pattern
        or exists (select from captions where video_id = videos.id and spoken_text(caption_text(content)) like pattern)
      ) from unnest(${texts}) pattern
    )`.execute(db)
  const kept = new Set(rows.map(({ id }) => id))
  return places.filter(({ id }) => kept.has(id))
}

/** Letters and digits only, so nothing in it has a meaning for `like`. */
function patternOf({ words }: PlannedTerm): string {
  const isRun = words.some(({ text }) => termsOf(text)[0]?.isWhole)
  const text = words.map((word) => word.text).join(isRun ? '%' : ' ')
  return isRun ? `%${text}%` : `% ${text} %`
}
