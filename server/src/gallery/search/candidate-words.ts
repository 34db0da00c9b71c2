import { baseLanguage } from '@video-forge/contract/captions/languages'
import { isWritten, withoutAccents, wordsIn } from './match-cues.ts'
import type { SearchPlan } from './search-plan.ts'

/** Languages whose stemmers also remove beginnings of words. */
const prefixingLanguages = new Set(['ar', 'id'])
/** A text with more of them is compared without the stems of the rest. */
const maxCandidates = 300
/** Endings that stemmers remove are no longer than this. */
const maxEnding = 8

/** Words of a text whose stems decide whether they match: they begin like a stem of the search, except in some languages. */
export function candidateWords(text: string, language: string, plan: SearchPlan): string[] {
  const planned = plan.terms.flatMap(({ words }) => words)
  const stems = [...new Set(planned.flatMap((word) => word.stems.flat()).map(withoutAccents))]
  const isAny = prefixingLanguages.has(baseLanguage(language))
  const isCandidate = (word: string): boolean => {
    const plain = withoutAccents(word)
    if (!isAny && !stems.some((stem) => plain.startsWith(beginningOf(stem)) && plain.length <= stem.length + maxEnding)) return false
    return !planned.some((each) => isWritten(word, each))
  }
  const lower = text.toLowerCase()
  const plainText = withoutAccents(lower)
  if (!isAny && !stems.some((stem) => plainText.includes(beginningOf(stem)))) return []
  const words = new Set(wordsIn(lower).map(({ text: word }) => word))
  return [...words].filter(isCandidate).slice(0, maxCandidates)
}

/** The last letters of a stem may differ from those of the word. */
const beginningOf = (stem: string): string => stem.slice(0, Math.max(2, stem.length - 1))
