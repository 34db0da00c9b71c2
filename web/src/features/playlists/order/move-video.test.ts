import { expect, test } from 'vitest'
import { moveVideo } from './move-video.ts'

test.each([
  ['a', 1, 'bacd'],
  ['a', 3, 'bcda'],
  ['d', 0, 'dabc'],
  ['c', 1, 'acbd'],
  ['b', -1, 'bacd'],
  ['b', 9, 'acdb'],
  ['b', 1, 'abcd'],
  ['x', 0, 'abcd'],
])('%s to %i', (id, to, expected) => {
  expect(moveVideo([...'abcd'], id, to).join('')).toBe(expected)
})
