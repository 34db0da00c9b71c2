import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { termsOf } from '../listing/search-words.ts'
import { monthKeys } from './month-keys.ts'
import type { ParsedSearch, SearchTerm, TypedName } from './parse-search.ts'

/**
 * Where a word is: title; title or tags; those or the description; captions too. As in the keys of migration 0030. `o`: one word is the name
 * of the video's owner, and the others are anywhere.
 */
export const levels = ['a', 'b', 'c', 'o', 'd'] as const
export type Level = (typeof levels)[number]
/** The words of level c, in the documents of captions. */
const describedLevel = 'e'

/** Stands for the number of a block. No word or tag contains it. */
const blockMark = '\u0001'

/** A shorter beginning of a word has too many words among all that is said. */
const minPrefixLength = 3

/** A word as the documents have it. */
export interface PlannedWord {
  text: string
  /** Its stems in each language; all of one list together. */
  stems: string[][]
  /** Words that begin with it match, too. */
  isPrefix: boolean
}

export interface PlannedTerm {
  words: PlannedWord[]
  /** The index finds the words, and the texts must be read to see whether they follow each other. */
  needsReading: boolean
}

/** A person whose name is in a search, and the words beside it. */
interface PlannedOwner {
  id: string
  rest: PlannedTerm[]
}

export interface SearchPlan {
  terms: PlannedTerm[]
  excluded: PlannedTerm[]
  owners: PlannedOwner[]
}

export type NamedOwner = Pick<TypedName, 'first' | 'count'> & { id: string }

/** Looks up the stems of all words. `named` are the people whose names are among them. */
export async function planSearch(
  db: Db,
  { terms, excluded, isOpenEnded }: ParsedSearch,
  named: readonly NamedOwner[] = [],
): Promise<SearchPlan> {
  const words = [...new Set([...terms, ...excluded].flatMap((term) => term.words))]
  const stems = await stemsOf(db, words)
  const plan = ({ words: texts, isPhrase }: SearchTerm, isLast: boolean): PlannedTerm => ({
    words: texts.map((text) => ({ text, stems: stems.get(text) ?? [], isPrefix: isLast || isOneLetter(text) })),
    needsReading: isPhrase ? texts.length > 1 || isRun(texts[0] ?? '') : texts.some(isRun),
  })
  const planned = terms.map((term, index) => plan(term, isOpenEnded && index === terms.length - 1))
  return {
    terms: planned,
    excluded: excluded.map((term) => plan(term, false)),
    owners: named.flatMap(({ id, first, count }) => {
      const name = planned.slice(first, first + count)
      // The text of a video is read for such a word, and its owner is not part of it.
      if (name.some(({ needsReading }) => needsReading)) return []
      return [{ id, rest: [...planned.slice(0, first), ...planned.slice(first + count)] }]
    }),
  }
}

/** More than one pair of letters of a script without spaces. */
const isRun = (word: string): boolean => termsOf(word).length > 1
const isOneLetter = (word: string): boolean => /^[^\p{Script=Latin}\p{N}]$/u.test(word)

/** The stems of words in the languages of this site's captions, as lists that belong together. */
export async function stemsOf(db: Db, words: readonly string[]): Promise<Map<string, string[][]>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; stems: string[] }>`
    select distinct word, tsvector_to_array(to_tsvector(config, word)) as stems
    from unnest(${words}::text[]) word, (
      select 'simple'::regconfig as config union select search_config('en') union select search_config(language) from search_languages
    ) configs`.execute(db)
  const stems = new Map<string, string[][]>()
  for (const row of rows) if (row.stems.length > 0) stems.set(row.word, [...(stems.get(row.word) ?? []), row.stems])
  return stems
}

/** A key in the language of tsquery. */
const key = (name: string, ending = ''): string => `'${blockMark}${name.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${ending}`
const all = (parts: readonly string[]): string => `(${parts.join(' & ')})`
const some = (parts: readonly string[]): string => `(${parts.join(' | ')})`

function wordAt(word: PlannedWord, level: string): string {
  const pairs = termsOf(word.text)
  if (pairs.length > 1 || pairs[0]?.isWhole) return all(pairs.map(({ text }) => key(level + text)))
  const stems = word.stems.map((together) => all(together.map((stem) => key(level + stem))))
  const isShort = level === 'd' && word.text.length < minPrefixLength && /\p{Script=Latin}|\p{N}/u.test(word.text)
  return some([
    ...stems,
    ...(word.isPrefix && !isShort ? [key(level + word.text, ':*')] : stems.length === 0 ? [key(level + word.text)] : []),
  ])
}

const termsAt = (terms: readonly PlannedTerm[], level: string): string =>
  all(terms.flatMap(({ words }) => words.map((word) => wordAt(word, level))))

const withoutPrefixes = (terms: readonly PlannedTerm[]): PlannedTerm[] =>
  terms.filter(({ words }) => !words.some(({ isPrefix }) => isPrefix))

/** Whether someone types a word beside others: all levels of a search are asked in the same way. */
const canBeCompared = (terms: readonly PlannedTerm[]): boolean => {
  const others = withoutPrefixes(terms)
  return others.length < terms.length && others.length > 0
}

/** What the index is asked for, with the mark in place of each block. */
export interface Template {
  level: Level
  /** Its words may be in blocks that have them neither in titles nor in tags nor in descriptions. */
  isAnywhere: boolean
  query: string
  /** The same for blocks that have the words at no level before the last: nothing has to be left out there. */
  onlySaid: string | undefined
  /** Without the word that someone types, where there are others: it is much cheaper, and rules out most blocks. */
  exact: string | undefined
}

/** Keys that documents must have. */
export interface DocumentFilters {
  /** Most documents have those of a visitor, so what only rules out blocks leaves them out: reading long lists costs more than a few documents. */
  rights: readonly string[]
  filters: readonly string[]
}

/** Documents with all words at this level and not already at one before. */
export function templateAt(plan: SearchPlan, level: Level, documentFilters: DocumentFilters): Template {
  if (level === 'o') return ownersTemplate(plan, documentFilters)
  const { terms, excluded, owners } = plan
  const { rights, filters } = documentFilters
  const before = { a: undefined, b: 'a', c: 'b', d: describedLevel }[level]
  const wanted = [
    ...[termsAt(terms, level), ...rights, ...filters],
    ...excluded.map((term) => `!${termsAt([term], level === 'd' ? 'd' : 'c')}`),
    // What is said in the videos of these people is found by the words beside their names.
    ...(level === 'd' ? owners.map(({ id }) => `!${filterKeys.owner(id)}`) : []),
  ]
  return {
    level,
    isAnywhere: level === 'd',
    query: all([...wanted, ...(before ? [`!${termsAt(terms, before)}`] : [])]),
    onlySaid: level === 'd' ? all(wanted) : undefined,
    exact: canBeCompared(terms) ? all([termsAt(withoutPrefixes(terms), level), ...filters]) : undefined,
  }
}

function ownersTemplate({ terms, excluded, owners }: SearchPlan, { rights, filters }: DocumentFilters): Template {
  const anywhere = (rest: readonly PlannedTerm[]) => (rest.length === 0 ? key('@video') : some([termsAt(rest, 'c'), termsAt(rest, 'd')]))
  const theirs = some(owners.map(({ id, rest }) => all([filterKeys.owner(id), anywhere(rest)])))
  const without = [
    termsAt(terms, 'c'),
    termsAt(terms, describedLevel),
    ...excluded.flatMap((term) => [termsAt([term], 'c'), termsAt([term], 'd')]),
  ]
  return {
    level: 'o',
    isAnywhere: true,
    query: all([theirs, ...rights, ...filters, ...without.map((each) => `!${each}`)]),
    onlySaid: undefined,
    exact: canBeCompared(terms) ? all([some(owners.map(({ id }) => filterKeys.owner(id))), ...filters]) : undefined,
  }
}

/** Videos that may have the words at a level before the last. */
export function describedTemplate({ terms }: SearchPlan, { filters }: DocumentFilters): string {
  const others = withoutPrefixes(terms)
  return all([termsAt(others.length > 0 ? others : terms, 'c'), ...filters])
}

/** All videos that pass the filters. */
export const templateOfFilters = ({ rights, filters }: DocumentFilters): Template => ({
  ...{ level: 'a' as const, isAnywhere: true },
  query: all([key('@video'), ...rights, ...filters]),
  ...{ onlySaid: undefined, exact: undefined },
})

/** Documents with a word that excludes their video; undefined if there is none. */
export const excludedTemplate = ({ excluded }: SearchPlan): string | undefined =>
  excluded.length === 0 ? undefined : some(excluded.flatMap((term) => [termsAt([term], 'c'), termsAt([term], 'd')]))

/** Captions with any of the words. */
export const anyWordTemplate = ({ terms }: SearchPlan): string => some(terms.flatMap(({ words }) => words.map((word) => wordAt(word, 'd'))))

export const filterKeys = {
  public: key('@public'),
  owner: (id: string) => key(`@${id}`),
  tag: (tag: string) => key(`#${tag}`),
  tagBeginning: (text: string) => key(`#${text}`, ':*'),
  /** The powers of two that contain these lengths. Without a longest one, all from 2^20 on are one beginning of a key, and few more. */
  lengths: (min = 0, max = Number.POSITIVE_INFINITY) => {
    const first = Math.max(0, Math.floor(Math.log2(min + 1) - 1e-6))
    const last = Math.min(29, Math.floor(Math.log2(max + 1) + 1e-6))
    const isOpen = max === Number.POSITIVE_INFINITY && first < 20
    const count = Math.max(1, (isOpen ? 19 : last) - first + 1)
    return some([...Array.from({ length: count }, (_, index) => key(`=${first + index}`)), ...(isOpen ? [key('=2', ':*')] : [])])
  },
  months: (since: Date | undefined, before: Date | undefined): string[] => {
    const keys = monthKeys(since, before, new Date())
    if (!keys) return []
    const any = [...keys.whole.map((digits) => key(`~${digits}`)), ...keys.beginnings.map((digits) => key(`~${digits}`, ':*'))]
    // A key that no document has: without months such a search finds nothing.
    if (any.length === 0) return [key('~-')]
    return [keys.isExcluded ? `!${some(any)}` : some(any)]
  },
  anyOf: some,
}

/** A template for the block in this column. */
export const inBlock = (template: RawBuilder<unknown>, block: string) =>
  sql`replace(${template}::text, ${blockMark}::text, ${sql.ref(block)}::text)::tsquery`
