import { expect, test } from 'vitest'
import { cueAt, cuesWith } from './find-cues.ts'

const cues = ['Ärger im\nHafen', 'Ruhe', '静かな港'].map((text, index) => ({ start: index * 10 + 1, end: index * 10 + 5, text }))

test.each([
  ['arger IM hafen', [0]],
  ['港', [2]],
  ['  ', [0, 1, 2]],
  ['nothing', []],
])('%j is found in %j', (query, found) => {
  expect(cuesWith(cues, query)).toEqual(found.map((index) => cues[index]))
})

test.each([
  [0, -1],
  [1, 0],
  [8, 0],
  [11, 1],
  [99, 2],
])('at %d s it is cue %d', (seconds, index) => {
  expect(cueAt(cues, seconds)).toBe(index)
})
