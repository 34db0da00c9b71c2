import { searchRules } from '@video-forge/contract/rules/search-rules'
import { tagKey } from '@video-forge/contract/text/tags'
import { wordsOf } from '../listing/search-words.ts'

/** Words that must all be there; those of a phrase follow each other. */
export interface SearchTerm {
  words: string[]
  isPhrase: boolean
}

/** Something typed without a space that may be the name of a person, and which of the terms it has become. */
export interface TypedName {
  name: string
  first: number
  count: number
}

export interface ParsedSearch {
  terms: SearchTerm[]
  names: TypedName[]
  /** Whether someone may still be typing the last word. */
  isOpenEnded: boolean
  excluded: SearchTerm[]
  tags: string[]
  /** Usernames. */
  owners: string[]
  /** Seconds: at least, and less than. */
  minDuration: number | undefined
  maxDuration: number | undefined
  /** Added at this time or later, and before the other. */
  since: Date | undefined
  before: Date | undefined
}

/** One filter, phrase or word, with the sign that excludes it. */
const tokens = /(-?)(?:(tag|owner|longer|shorter|length|before|after):("[^"]*"|\S+)|"([^"]*)"|(\S+))/giu

/** What a search says. Filters that are not known, or have no value that can be read, are words. */
export function parseSearch(text: string): ParsedSearch {
  const parsed: ParsedSearch = {
    terms: [],
    names: [],
    isOpenEnded: false,
    excluded: [],
    tags: [],
    owners: [],
    minDuration: undefined,
    maxDuration: undefined,
    since: undefined,
    before: undefined,
  }
  let left: number = searchRules.maxWords
  for (const [whole, sign, name, value, phrase, plain = whole] of text.matchAll(tokens)) {
    if (!sign && name && value && addFilter(parsed, name.toLowerCase(), value.replaceAll('"', '').trim())) continue
    const all = wordsOf(phrase ?? plain)
    const words = all.slice(0, left)
    left -= words.length
    if (words.length === 0) continue
    const terms = phrase === undefined ? words.map((word) => ({ words: [word], isPhrase: false })) : [{ words, isPhrase: true }]
    if (!sign && phrase === undefined && words.length === all.length)
      parsed.names.push({ name: plain, first: parsed.terms.length, count: words.length })
    if (sign) parsed.excluded.push(...terms)
    else parsed.terms.push(...terms)
    parsed.isOpenEnded = !sign && phrase === undefined
  }
  return parsed
}

function addFilter(parsed: ParsedSearch, name: string, value: string): boolean {
  if (name === 'tag') {
    const tag = tagKey(value)
    if (tag !== '') parsed.tags.push(tag)
    return tag !== ''
  }
  if (name === 'owner') {
    parsed.owners.push(value)
    return value !== ''
  }
  return name === 'before' || name === 'after' ? addDate(parsed, name, value) : addLength(parsed, name, value)
}

const lengthSigns: Record<string, string> = { '>': 'longer', '<': 'shorter' }

function addLength(parsed: ParsedSearch, name: string, value: string): boolean {
  const [, sign = '', text = ''] = /^([<>]?)(.*)$/s.exec(value) ?? []
  const side = name === 'length' ? lengthSigns[sign] : sign === '' ? name : undefined
  const seconds = secondsOf(text)
  if (side === undefined || seconds === undefined) return false
  if (side === 'longer') parsed.minDuration = Math.max(parsed.minDuration ?? 0, seconds)
  else parsed.maxDuration = Math.min(parsed.maxDuration ?? seconds, seconds)
  return true
}

/** 90s, 10m, 1h30m; a number alone means minutes. */
function secondsOf(text: string): number | undefined {
  if (/^\d{1,6}$/.test(text)) return Number(text) * 60
  const match = /^(?=\d)(?:(\d{1,5})h)?(?:(\d{1,5})m(?:in)?)?(?:(\d{1,6})s)?$/i.exec(text)
  return match ? Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0) : undefined
}

/** A year, month or day of UTC is a range: `before` ends where it begins, and `after` begins where it ends. */
function addDate(parsed: ParsedSearch, name: 'before' | 'after', value: string): boolean {
  const range = rangeOf(value)
  if (!range) return false
  const [start, end] = range
  if (name === 'before') parsed.before = parsed.before && parsed.before < start ? parsed.before : start
  else parsed.since = parsed.since && parsed.since > end ? parsed.since : end
  return true
}

/** 2026, 2026-01 or 2026-01-31. */
function rangeOf(text: string): [start: Date, end: Date] | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)?.map(Number) ?? []
  if (!year || year < 1000) return undefined
  const start = new Date(Date.UTC(year, (month || 1) - 1, day || 1))
  // 2026-02-30 is no day, and 2026-13 no month.
  const isReal = (!month || start.getUTCMonth() === month - 1) && (!day || start.getUTCDate() === day)
  const end = month ? (day ? Date.UTC(year, month - 1, day + 1) : Date.UTC(year, month, 1)) : Date.UTC(year + 1, 0, 1)
  return isReal && month !== 0 && day !== 0 ? [start, new Date(end)] : undefined
}
