import { plainCueText } from '@video-forge/contract/captions/cue-text'
import { searchRules } from '@video-forge/contract/rules/search-rules'
import type { SearchMatch } from '@video-forge/contract/search'
import { type FoundWord, isSpaceless, isWritten, type Sieve } from './cue-words.ts'
import type { PlannedTerm, PlannedWord, SearchPlan } from './search-plan.ts'

/** The stems of a word in the language of the captions. */
export type StemLookup = (word: string) => readonly string[]

export interface Cue extends Pick<SearchMatch, 'start' | 'text'> {
  words: FoundWord[]
}
export type Mark = [from: number, to: number]

/** Cues as contract/captions writes them, which is all that is stored; much faster than reading files from outside. */
const cuePattern = /^(\d+):(\d\d):(\d\d\.\d{3}) --> [^\n]*\n((?:[^\n]+\n?)+)/gm

/** Those that may match. */
export const cuesOf = (content: string, { mayMatch, wordsIn }: Sieve): Cue[] =>
  Array.from(content.matchAll(cuePattern)).flatMap(([, hours, minutes, seconds, raw = '']) => {
    if (!mayMatch(raw)) return []
    const text = plainCueText(raw.trim()).replaceAll(/\s+/g, ' ')
    return [{ start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), text, words: wordsIn(text) }]
  })

/** The best cues with words of a search, in order of time, and how many more there are. */
export function matchCues(cues: readonly Cue[], plan: SearchPlan, stemsOf: StemLookup) {
  const mark = createMarker(plan, stemsOf)
  const matching = cues.flatMap((cue) => {
    const { score, marks } = mark(cue)
    return score > 0 ? [{ ...cue, score, marks }] : []
  })
  const best = matching.toSorted((a, b) => b.score - a.score || a.start - b.start).slice(0, searchRules.maxMatches)
  return {
    score: best.reduce((sum, { score }) => sum + score, 0),
    matches: best.toSorted((a, b) => a.start - b.start).map(({ start, text, marks }) => ({ start, text, marks })),
    more: matching.length - best.length,
  }
}

/** Returns a function that finds the words of a search in a text: their places, and how many of the terms are there. */
export function createMarker(plan: SearchPlan, stemsOf: StemLookup): (text: MarkedText) => { score: number; marks: Mark[] } {
  const isSame = rememberMatches(stemsOf)
  return (text) => {
    const marksOfTerms = plan.terms.map((term) => marksOf(text, term, isSame))
    return { score: marksOfTerms.filter((marks) => marks.length > 0).length, marks: joined(marksOfTerms.flat()) }
  }
}

type MarkedText = Pick<Cue, 'text' | 'words'>

type IsSame = (word: string, planned: PlannedWord) => boolean

/** The same words are said again and again. */
function rememberMatches(stemsOf: StemLookup): IsSame {
  const known = new Map<PlannedWord, Map<string, boolean>>()
  return (word, planned) => {
    const answers = known.get(planned) ?? new Map<string, boolean>()
    known.set(planned, answers)
    let answer = answers.get(word)
    if (answer === undefined) {
      const stems = stemsOf(word)
      answer = isWritten(word, planned) || planned.stems.some((together) => together.every((stem) => stems.includes(stem)))
      answers.set(word, answer)
    }
    return answer
  }
}

function marksOf({ text, words }: MarkedText, term: PlannedTerm, isSame: IsSame): Mark[] {
  const [first] = term.words
  if (!first) return []
  if (term.words.length === 1 && isSpaceless(first.text)) return placesOf(text, first.text)
  const marks: Mark[] = []
  for (const [index, word] of words.entries()) {
    if (!isSame(word.text, first)) continue
    const range = term.words.length === 1 ? [word] : words.slice(index, index + term.words.length)
    const isMatch = term.words.every((planned, place) => isSame(range[place]?.text ?? '', planned))
    if (isMatch) marks.push([word.from, range.at(-1)?.to ?? word.to])
  }
  return marks
}

function placesOf(text: string, run: string): Mark[] {
  const places: Mark[] = []
  const lower = text.toLowerCase()
  for (let from = lower.indexOf(run); from >= 0; from = lower.indexOf(run, from + run.length)) places.push([from, from + run.length])
  return places
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
