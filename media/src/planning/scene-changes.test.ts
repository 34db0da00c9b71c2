import { expect, test } from 'vitest'
import { findSceneChanges } from './scene-changes.ts'

test.each([
  { groups: 'even ones of a camera', keyFrames: [0, 1, 2, 3.02, 4, 5], splitPoints: [] },
  { groups: 'one only', keyFrames: [0], splitPoints: [] },
  { groups: 'none', keyFrames: [], splitPoints: [] },
  { groups: 'long ones, some ended early by a cut', keyFrames: [0, 10, 12.4, 22.4, 25], splitPoints: [12.4, 25] },
  { groups: 'all ended by cuts', keyFrames: [0, 3.1, 4.4, 9], splitPoints: [3.1, 4.4, 9] },
  { groups: 'a row of them at a flash', keyFrames: [0, 8, 9, 9.1, 9.2, 9.7], splitPoints: [8, 9, 9.7] },
])('finds the changes of scene among key frames in groups: $groups', ({ keyFrames, splitPoints }) => {
  expect(findSceneChanges(keyFrames)).toEqual(splitPoints)
})
