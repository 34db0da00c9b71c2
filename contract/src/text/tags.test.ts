import { expect, test } from 'vitest'
import { normalizeTag, tagsInText, tagsProblem } from './tags.ts'

test.each([
  [' Sea ', 'sea'],
  ['#Travel', 'travel'],
  ['North   Sea', 'north sea'],
  ['ＴＯＫＹＯ', 'tokyo'],
  ['東京', '東京'],
  ['a\u0000b\u200e', 'a b'],
  [' # ', ''],
])('%j is stored as %j', (typed, stored) => {
  expect(normalizeTag(typed)).toBe(stored)
})

test('a text field has tags between commas and lines, each once', () => {
  expect(tagsInText('Sea, #sea ,, north sea\n東京、大阪')).toEqual(['sea', 'north sea', '東京', '大阪'])
})

test('counts characters, not code units', () => {
  expect(tagsProblem(['😀'.repeat(40)])).toBeUndefined()
  expect(tagsProblem(['😀'.repeat(41)])).toBe('A tag must be at most 40 characters long')
})
