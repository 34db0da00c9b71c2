import type { SearchMatch } from '@video-forge/contract/search'
import { withoutAccents } from '@video-forge/contract/text/without-accents'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { candidateWords, createSieve } from './cue-words.ts'
import type { Place } from './find-videos.ts'
import { type Cue, cuesOf, matchCues } from './match-cues.ts'
import { anyWordTemplate, inBlock, type SearchPlan } from './search-plan.ts'

/** Captions that are read of one video: those where most words may be said. */
const maxRead = 2

export interface VideoMatches {
  matches: SearchMatch[]
  more: number
}

interface CaptionText {
  id: string
  video_id: string
  language: string
  content: string
}

/** What is said in these videos and matches a search. */
export async function readMatches(db: Transaction<Tables>, places: readonly Place[], plan: SearchPlan): Promise<Map<string, VideoMatches>> {
  const found = new Map<string, VideoMatches & { score: number }>()
  if (plan.terms.length === 0 || places.length === 0) return found
  const captions = (await readCaptions(db, places, plan)).map(({ content, ...caption }) => ({
    ...caption,
    cues: cuesOf(content, createSieve(plan, caption.language)),
  }))
  const stems = await readStems(db, captions, plan)
  for (const { id, video_id, language, cues } of captions) {
    const matched = matchCues(cues, plan, (word) => stems.get(`${language} ${word}`) ?? [])
    if (matched.score <= (found.get(video_id)?.score ?? 0)) continue
    found.set(video_id, { ...matched, matches: matched.matches.map((match) => ({ ...match, captionId: id, language })) })
  }
  return found
}

async function readCaptions(db: Transaction<Tables>, places: readonly Place[], plan: SearchPlan): Promise<CaptionText[]> {
  const { rows } = await sql<CaptionText>`
    select captions.id, captions.video_id, language, content
    from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ block }) => block)}::int[]) as found (video_id, block)
    cross join lateral (
      select id from search_documents join captions using (id)
      where search_documents.video_id = found.video_id and keys @@ ${inBlock(sql`${anyWordTemplate(plan)}`, 'found.block')}
      order by is_default desc, source = 'automatic', id limit ${maxRead}
    ) chosen
    join captions on captions.id = chosen.id
    order by is_default desc, source = 'automatic', captions.id`.execute(db)
  return rows
}

interface SpokenCaptions {
  language: string
  cues: readonly Cue[]
}

/** By language and word. */
async function readStems(db: Transaction<Tables>, captions: readonly SpokenCaptions[], plan: SearchPlan): Promise<Map<string, string[]>> {
  const words = new Map<string, Set<string>>()
  for (const { language, cues } of captions) {
    const known = words.get(language) ?? new Set()
    words.set(language, known)
    const said = new Set<string>()
    for (const cue of cues) for (const { text } of cue.words) said.add(text)
    for (const word of candidateWords(said, language, plan)) known.add(word)
  }
  const stems = new Map<string, string[]>()
  for (const [language, known] of words) {
    if (known.size === 0) continue
    // As the documents have them: with their accents, and without.
    const forms = [...known].map((word) => `${word} ${withoutAccents(word)}`)
    const { rows } = await sql<{ stems: string[] }>`
      select tsvector_to_array(to_tsvector((select search_config(${language})), form)) as stems
      from unnest(${forms}::text[]) with ordinality as words (form, place) order by place`.execute(db)
    for (const [index, word] of [...known].entries()) stems.set(`${language} ${word}`, rows[index]?.stems ?? [])
  }
  return stems
}
