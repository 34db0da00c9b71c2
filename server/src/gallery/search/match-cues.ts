import { plainCueText } from '@video-forge/contract/captions/cue-text'
import { baseLanguage } from '@video-forge/contract/captions/languages'
import { searchRules } from '@video-forge/contract/rules/search-rules'
import type { SearchMatch } from '@video-forge/contract/search'
import { termsOf } from '../listing/search-words.ts'
import type { PlannedTerm, SearchPlan } from './search-plan.ts'

/** The stems of words that captions contain. */
export type StemLookup = (word: string) => readonly string[]

type Cue = Pick<SearchMatch, 'start' | 'text'>
type Mark = [number, number]

/** Cues as contract/captions writes them, which is all that is stored; much faster than reading files from outside. */
const cuePattern = /^(\d+):(\d\d):(\d\d\.\d{3}) --> [^\n]*\n((?:[^\n]+\n?)+)/gm

export const cuesOf = (content: string): Cue[] =>
  Array.from(content.matchAll(cuePattern), ([, hours, minutes, seconds, text = '']) => ({
    start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    text: plainCueText(text.trim()).replaceAll(/\s+/g, ' '),
  }))

interface FoundWord {
  text: string
  from: number
  to: number
}

const wordsIn = (text: string): FoundWord[] =>
  Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), (match) => ({
    text: match[0].toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
  }))

export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize()

/** Languages whose stemmers also remove beginnings of words. */
const prefixingLanguages = new Set(['ar', 'id'])
/** Longer texts than most films have more, and the rest of them is compared without stems. */
const maxCandidates = 3000

/** Words of a text that may have the stems of a search. They share most of their beginning with the stem, except in some languages. */
export function candidateWords(text: string, language: string, plan: SearchPlan): string[] {
  const stems = plan.terms.flatMap(({ words }) => words.flatMap((word) => [word.text, ...word.stems.flat()]))
  const beginnings = [...new Set(stems.map(beginningOf))]
  const canMatch = (word: string) => beginnings.some((each) => word.startsWith(each))
  const isAny = prefixingLanguages.has(baseLanguage(language))
  const words = new Set(wordsIn(text).flatMap(({ text: word }) => (isAny || canMatch(withoutAccents(word)) ? [word] : [])))
  return [...words].slice(0, maxCandidates)
}

function beginningOf(stem: string): string {
  const plain = withoutAccents(stem)
  return plain.slice(0, Math.max(2, plain.length - 2))
}

/** The best cues with words of a search, in order of time, and how many more there are. */
export function matchCues(cues: readonly Cue[], plan: SearchPlan, stemsOf: StemLookup) {
  const matching = cues.flatMap((cue) => {
    const marksOfTerms = plan.terms.map((term) => marksOf(cue.text, term, stemsOf))
    const score = marksOfTerms.filter((marks) => marks.length > 0).length
    return score > 0 ? [{ ...cue, score, marks: joined(marksOfTerms.flat()) }] : []
  })
  const best = matching.toSorted((a, b) => b.score - a.score || a.start - b.start).slice(0, searchRules.maxMatches)
  return {
    score: best.reduce((sum, { score }) => sum + score, 0),
    matches: best.toSorted((a, b) => a.start - b.start).map(({ start, text, marks }) => ({ start, text, marks })),
    more: matching.length - best.length,
  }
}

function marksOf(text: string, term: PlannedTerm, stemsOf: StemLookup): Mark[] {
  const [first] = term.words
  if (term.words.length === 1 && first && isSpaceless(first.text)) return placesOf(text, first.text)
  const words = wordsIn(text)
  return words.flatMap((_, index): Mark[] => {
    const range = words.slice(index, index + term.words.length)
    const isMatch = range.length === term.words.length && range.every((word, place) => isSame(word.text, term.words[place], stemsOf))
    return isMatch ? [[range[0]?.from ?? 0, range.at(-1)?.to ?? 0]] : []
  })
}

const isSpaceless = (word: string): boolean => termsOf(word)[0]?.isWhole === true || /^[^\p{Script=Latin}\p{N}]$/u.test(word)

function placesOf(text: string, run: string): Mark[] {
  const places: Mark[] = []
  const lower = text.toLowerCase()
  for (let from = lower.indexOf(run); from >= 0; from = lower.indexOf(run, from + run.length)) places.push([from, from + run.length])
  return places
}

function isSame(word: string, planned: PlannedTerm['words'][number] | undefined, stemsOf: StemLookup): boolean {
  if (!planned) return false
  if (word === planned.text || withoutAccents(word) === planned.text) return true
  if (planned.isPrefix && planned.text.length > 1 && withoutAccents(word).startsWith(withoutAccents(planned.text))) return true
  const stems = stemsOf(word)
  return planned.stems.some((together) => together.every((stem) => stems.includes(stem)))
}

/** Sorted, and without overlaps. */
function joined(marks: readonly Mark[]): Mark[] {
  const result: Mark[] = []
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}
