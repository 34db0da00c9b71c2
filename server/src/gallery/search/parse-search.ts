import { searchRules } from '@video-forge/contract/rules/search-rules'
import { normalizeTag } from '@video-forge/contract/text/tags'
import { wordsOf } from '../listing/search-words.ts'

/** Words that must all be there; those of a phrase follow each other. */
export interface SearchTerm {
  words: string[]
  isPhrase: boolean
}

export interface ParsedSearch {
  terms: SearchTerm[]
  /** Whether someone may still be typing the last word. */
  isOpenEnded: boolean
  excluded: SearchTerm[]
  tags: string[]
  /** Usernames. */
  owners: string[]
  /** Seconds: at least, and less than. */
  minDuration: number | undefined
  maxDuration: number | undefined
}

/** One filter, phrase or word, with the sign that excludes it. */
const tokens = /(-?)(?:(tag|owner|longer|shorter):("[^"]*"|\S+)|"([^"]*)"|(\S+))/giu

/** What a search says. Filters that are not known, or have no value that can be read, are words. */
export function parseSearch(text: string): ParsedSearch {
  const parsed: ParsedSearch = {
    terms: [],
    isOpenEnded: false,
    excluded: [],
    tags: [],
    owners: [],
    minDuration: undefined,
    maxDuration: undefined,
  }
  let left: number = searchRules.maxWords
  for (const [whole, sign, name, value, phrase, plain = whole] of text.matchAll(tokens)) {
    if (!sign && name && value && addFilter(parsed, name.toLowerCase(), value.replaceAll('"', '').trim())) continue
    const words = wordsOf(phrase ?? plain).slice(0, left)
    left -= words.length
    if (words.length === 0) continue
    const terms = phrase === undefined ? words.map((word) => ({ words: [word], isPhrase: false })) : [{ words, isPhrase: true }]
    if (sign) parsed.excluded.push(...terms)
    else parsed.terms.push(...terms)
    parsed.isOpenEnded = !sign && phrase === undefined
  }
  return parsed
}

function addFilter(parsed: ParsedSearch, name: string, value: string): boolean {
  if (name === 'tag') {
    const tag = normalizeTag(value)
    if (tag !== '') parsed.tags.push(tag)
    return tag !== ''
  }
  if (name === 'owner') {
    parsed.owners.push(value)
    return value !== ''
  }
  const seconds = secondsOf(value)
  if (seconds === undefined) return false
  if (name === 'longer') parsed.minDuration = Math.max(parsed.minDuration ?? 0, seconds)
  else parsed.maxDuration = Math.min(parsed.maxDuration ?? seconds, seconds)
  return true
}

/** 90s, 10m, 1h30m; a number alone means minutes. */
function secondsOf(text: string): number | undefined {
  if (/^\d{1,6}$/.test(text)) return Number(text) * 60
  const match = /^(?=\d)(?:(\d{1,5})h)?(?:(\d{1,5})m(?:in)?)?(?:(\d{1,6})s)?$/i.exec(text)
  return match ? Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0) : undefined
}
