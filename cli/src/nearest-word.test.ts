import { expect, test } from 'vitest'
import { nearestWord } from './nearest-word.js'

test.each([
  ['uplaod', 'upload'],
  ['up', 'upload'],
  ['lst', 'list'],
  ['capions', 'captions'],
  ['nonsense', undefined],
  ['x', undefined],
])('%s means %s', (typed, meant) => {
  expect(nearestWord(typed, ['login', 'logout', 'upload', 'list', 'captions'])).toBe(meant)
})
