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
  const { rows } = await sql<{ id: string; texts: string[] }>`
    select videos.id, array[title, tag_words(tags), description] || array(
      select content from (
        select content, sum(bytes) over (order by bytes, id) as total from captions where video_id = videos.id
      ) captions where total <= ${Math.floor(maxBytes / places.length)}
    ) as texts
    from videos where id = any (${places.map(({ id }) => id)}::uuid[])`.execute(db)
  const patterns = wanted.map(patternOf)
  const isMatch = (texts: readonly string[]) => patterns.every((pattern) => texts.some((text) => pattern(text)))
  const kept = new Set(rows.filter(({ texts }) => isMatch(texts.map((text) => text.toLowerCase()))).map(({ id }) => id))
  return places.filter(({ id }) => kept.has(id))
}

/** Characters around a word in which the rest of its phrase is, with the times between captions. */
const around = 400

/** Words between single spaces, without the times of captions. */
const spokenText = (text: string): string =>
  ` ${text.replaceAll(/^[\d:.]+ --> .*$|<\/?[biu]>/gm, ' ').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `

/** Whether a text in lower case has a phrase. Only what is near its longest word is compared. */
function patternOf({ words }: PlannedTerm): (text: string) => boolean {
  const texts = words.map(({ text }) => text)
  const anchor = texts.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const isRun = texts.some((text) => termsOf(text)[0]?.isWhole)
  // Between words of scripts without spaces there may be one, and there need not be one.
  const pattern = new RegExp(isRun ? texts.join(' ?') : ` ${texts.join(' ')} `, 'u')
  return (text) => {
    for (let at = text.indexOf(anchor); at >= 0; at = text.indexOf(anchor, at + anchor.length)) {
      if (pattern.test(spokenText(text.slice(Math.max(0, at - around), at + anchor.length + around)))) return true
    }
    return false
  }
}
