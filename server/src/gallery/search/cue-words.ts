import { baseLanguage } from '@video-forge/contract/captions/base-language'
import { withoutAccents } from '@video-forge/contract/text/without-accents'
import { termsOf } from '../listing/search-words.ts'
import type { PlannedWord, SearchPlan } from './search-plan.ts'

export interface FoundWord {
  text: string
  from: number
  to: number
}

/** The second is the same for texts of ASCII, and three times as fast. */
const [anyWord, asciiWord] = [/[\p{L}\p{M}\p{N}]+/gu, /[a-zA-Z0-9]+/g]

const wordsIn = (text: string, pattern: RegExp): FoundWord[] =>
  Array.from(text.matchAll(pattern), (match) => ({ text: match[0].toLowerCase(), from: match.index, to: match.index + match[0].length }))

const allWordsIn = (text: string): FoundWord[] => wordsIn(text, isAscii(text) ? asciiWord : anyWord)

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

/** Whether words match without a look at their stems. */
export function isWritten(word: string, { text, isPrefix }: PlannedWord): boolean {
  const plain = withoutAccents(word)
  if (word === text || plain === text) return true
  return isPrefix && text.length > 1 && (word.startsWith(text) || plain.startsWith(text))
}

/** Languages whose stemmers also remove beginnings of words. */
const prefixingLanguages = new Set(['ar', 'id'])
/** A text with more of them is compared without the stems of the rest. */
const maxCandidates = 300

/** Rules out quickly what cannot match: words that match begin like one of the search or like one of its stems. */
export interface Sieve {
  /** Whether a text may have a word of the search. */
  mayMatch(text: string): boolean
  /** The words that may match, and those around them where these matter. */
  wordsIn(text: string): FoundWord[]
}

export function createSieve(plan: SearchPlan, language: string): Sieve {
  if (prefixingLanguages.has(baseLanguage(language))) return { mayMatch: () => true, wordsIn: allWordsIn }
  const planned = plan.terms.flatMap(({ words }) => words)
  const beginnings = anyOf(planned.filter(({ text }) => !isSpaceless(text)).flatMap(beginningsOf))
  const runs = anyOf(planned.flatMap(({ text }) => (isSpaceless(text) ? withoutAccents(text) : [])))
  const ascii = new RegExp(`(?<![a-zA-Z0-9])${beginnings}`, 'i')
  const other = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${beginnings}|${runs}`, 'u')
  const asciiWords = new RegExp(`(?<![a-zA-Z0-9])${beginnings}[a-zA-Z0-9]*`, 'gi')
  const hasPhrase = plan.terms.some(({ words }) => words.length > 1)
  return {
    mayMatch: (text) => (isAscii(text) ? ascii.test(text) : other.test(withoutAccents(text.toLowerCase()))),
    wordsIn: (text) => (hasPhrase || !isAscii(text) ? allWordsIn(text) : wordsIn(text, asciiWords)),
  }
}

const anyOf = (parts: readonly string[]): string => (parts.length === 0 ? '(?!)' : `(?:${[...new Set(parts)].join('|')})`)

/** Written without spaces around it. */
export const isSpaceless = (word: string): boolean => termsOf(word)[0]?.isWhole === true || /^[^\p{Script=Latin}\p{N}]$/u.test(word)

/** Words and stems have letters, marks and digits only, so nothing of them has a meaning in a pattern. */
const beginningsOf = ({ text, stems }: PlannedWord): string[] => [text, ...stems.flat().map(beginningOf)].map(withoutAccents)

/** The last letters of a stem may differ from those of the word. */
const beginningOf = (stem: string): string => stem.slice(0, Math.max(2, stem.length - 1))

/** Words whose stems decide whether they match. */
export function candidateWords(words: ReadonlySet<string>, language: string, plan: SearchPlan): string[] {
  const planned = plan.terms.flatMap((term) => term.words)
  const { mayMatch } = createSieve(plan, language)
  return [...words].filter((word) => mayMatch(word) && !planned.some((each) => isWritten(word, each))).slice(0, maxCandidates)
}
