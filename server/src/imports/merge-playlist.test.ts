import { expect, test } from 'vitest'
import { mergePlaylist } from './merge-playlist.ts'

const merged = (current: string, wanted: string) => mergePlaylist([...current], [...wanted]).join('')

test.each([
  ['nothing yet', '', 'abc', 'abc'],
  ['videos of its owner only', 'xy', 'abc', 'xyabc'],
  ['the middle is missing', 'ad', 'abcd', 'abcd'],
  ['the beginning is missing', 'xc', 'abc', 'xabc'],
  ['the end is missing', 'ax', 'abc', 'abcx'],
  ['another order of its owner', 'cxa', 'abcd', 'cdxab'],
  ['nothing is missing', 'ba', 'ab', 'ba'],
])('%s', (_name, current, wanted, expected) => expect(merged(current, wanted)).toBe(expected))
