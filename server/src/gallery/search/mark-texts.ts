import type { SearchResult } from '@video-forge/contract/search'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { shownTags } from '../../platform/database/tag-columns.ts'
import type { VideoRow } from '../describe-video.ts'
import { candidateWords, createSieve } from './cue-words.ts'
import { createMarker } from './match-cues.ts'
import { type SearchPlan, stemsOf } from './search-plan.ts'

type Texts = Pick<VideoRow, 'title' | 'description' | 'tags' | 'tag_names'>

/** Where the words of a search are in the titles, descriptions and tags of these videos. */
export async function markTexts(db: Transaction<Tables>, rows: readonly Texts[], plan: SearchPlan): Promise<SearchResult['marks'][]> {
  // Titles are of any language, so the sieve is that of the languages that change only the ends of words.
  const sieve = createSieve(plan, 'en')
  const withWords = (text: string) => ({ text, words: sieve.mayMatch(text) ? sieve.wordsIn(text) : [] })
  const texts = rows.map((row) => ({
    title: withWords(row.title),
    description: withWords(row.description),
    tags: shownTags(row).map(withWords),
  }))
  const words = new Set(
    texts.flatMap(({ title, description, tags }) => [title, description, ...tags]).flatMap(({ words }) => words.map(({ text }) => text)),
  )
  const stems = await stemsOf(db, candidateWords(words, 'en', plan))
  const mark = createMarker(plan, (word) => stems.get(word)?.flat() ?? [])
  return texts.map(({ title, description, tags }) => ({
    title: mark(title).marks,
    description: mark(description).marks,
    tags: tags.map((tag) => mark(tag).marks),
  }))
}
