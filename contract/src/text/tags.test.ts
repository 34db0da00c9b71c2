import { expect, test } from 'vitest'
import { normalizeTag, tagKey, tagNames, tagsInText, tagsProblem } from './tags.ts'

test.each([
  [' Sea ', 'sea', 'sea'],
  ['#Travel', 'travel', 'travel'],
  ['North   Sea', 'north sea', 'north sea'],
  ['ＴＯＫＹＯ', 'tokyo', 'tokyo'],
  ['東京', '東京', '東京'],
  ['ガ', 'ガ', 'ガ'],
  ['Cafe\u0301', 'café', 'cafe'],
  ['ĐÀ NẴNG', 'đà nẵng', 'đa nang'],
  ['a\u0000b\u200e', 'a b', 'a b'],
  [' # ', '', ''],
])('%j is stored as %j and found by %j', (typed, stored, key) => {
  expect([normalizeTag(typed), tagKey(typed)]).toEqual([stored, key])
})

test('tags keep their spelling, and one video has each once, in its first spelling', () => {
  expect(tagNames(['North Sea', ' #Café', 'CAFE', 'north  sea', 'ＴＯＫＹＯ', '\u0301', ''])).toEqual(['North Sea', 'Café', 'TOKYO'])
})

test('a text field has tags between commas and lines, each once', () => {
  expect(tagsInText('Sea, #sea ,, North sea\n東京、大阪')).toEqual(['Sea', 'North sea', '東京', '大阪'])
})

test('counts characters, not code units', () => {
  expect(tagsProblem(['😀'.repeat(40)])).toBeUndefined()
  expect(tagsProblem(['😀'.repeat(41)])).toBe('A tag must be at most 40 characters long')
})
