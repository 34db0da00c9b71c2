import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { termsOf } from '../listing/search-words.ts'
import type { Place } from './find-videos.ts'
import type { PlannedTerm } from './search-plan.ts'

/** Bytes of captions that are read for one page; the rest of a longer list counts as not matching. */
const maxBytes = 8_000_000

/** The places whose videos contain these terms as they are written: the index knows which words a text has, and not their order. */
export async function withPhrases(db: Transaction<Tables>, places: readonly Place[], terms: readonly PlannedTerm[]): Promise<Place[]> {
  const wanted = terms.filter(({ needsReading }) => needsReading)
  if (wanted.length === 0 || places.length === 0) return [...places]
  // Joined, because reading arrays of long texts takes the driver much longer.
  const { rows } = await sql<{ id: string; texts: string }>`
    select videos.id, concat_ws(${border}::text, title, tag_words(tags), description, (
      select string_agg(content, ${border}::text) from (
        select content, sum(bytes) over (order by bytes, id) as total from captions where video_id = videos.id
      ) captions where total <= ${Math.floor(maxBytes / places.length)}
    )) as texts
    from videos where id = any (${places.map(({ id }) => id)}::uuid[])`.execute(db)
  const patterns = wanted.map(patternOf)
  const kept = new Set(rows.filter(({ texts }) => patterns.every((pattern) => pattern.test(texts.toLowerCase()))).map(({ id }) => id))
  return places.filter(({ id }) => kept.has(id))
}

/** Between two texts. It is no letter and not in a gap, so no phrase goes on across it. */
const border = '\u0001'

/**
 * What may be between two words: signs and spaces, and in captions markup and the time of the next cue. Nothing fits two of these, so that
 * no text takes long to compare.
 */
const gap = `(?:\\n[\\d:.]+ --> [^\\n]*(?=\\n)|</?[biu]>|&(?:amp|lt|gt);|[^\\p{L}\\p{M}\\p{N}${border}])`
const maxGap = 400
const [wordStart, wordEnd] = ['(?<![\\p{L}\\p{M}\\p{N}])', '(?![\\p{L}\\p{M}\\p{N}])']

/** A phrase in a text in lower case. */
function patternOf({ words }: PlannedTerm): RegExp {
  const texts = words.map(({ text }) => text)
  const isRun = texts.some((text) => termsOf(text)[0]?.isWhole)
  // Between words of scripts without spaces there may be a gap, and there need not be one.
  return new RegExp(isRun ? texts.join(`${gap}{0,${maxGap}}`) : `${wordStart}${texts.join(`${gap}{1,${maxGap}}`)}${wordEnd}`, 'u')
}
