import { expect, test } from 'vitest'
import { likelyCuts } from './likely-cuts.ts'

test.each([
  { groups: 'even ones of a camera', keyFrames: [0, 1, 2, 3.02, 4, 5], cuts: [] },
  { groups: 'one only', keyFrames: [0], cuts: [] },
  { groups: 'none', keyFrames: [], cuts: [] },
  { groups: 'long ones, some ended early by a cut', keyFrames: [0, 10, 12.4, 22.4, 25], cuts: [12.4, 25] },
  { groups: 'all ended by cuts', keyFrames: [0, 3.1, 4.4, 9], cuts: [3.1, 4.4, 9] },
  { groups: 'a row of them at a flash', keyFrames: [0, 8, 9, 9.1, 9.2, 9.7], cuts: [8, 9, 9.7] },
])('finds the changes of scene among key frames in groups: $groups', ({ keyFrames, cuts }) => {
  expect(likelyCuts(keyFrames)).toEqual(cuts)
})
