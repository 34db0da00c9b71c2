import { beforeEach, expect, test, vi } from 'vitest'
import { forgetPosition, rememberPosition, resumePosition } from './resume-positions.ts'

beforeEach(() => localStorage.clear())

test('remembers where someone stopped, not a look at the start and not the end', () => {
  rememberPosition('a', 30.7, 120)
  expect(resumePosition('a')).toEqual({ seconds: 30, share: 0.25 })
  rememberPosition('b', 3, 120)
  expect(resumePosition('b')).toBeUndefined()
  rememberPosition('a', 118, 120)
  expect(resumePosition('a')).toBeUndefined()
  rememberPosition('c', 30, Number.NaN)
  expect(resumePosition('c')).toBeUndefined()
})

test('forgets one video, and the oldest when there are too many', () => {
  let now = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now++)
  for (let index = 0; index < 205; index += 1) rememberPosition(`video ${index}`, 50, 100)
  expect(resumePosition('video 4')).toBeUndefined()
  expect(resumePosition('video 5')).toBeTruthy()
  forgetPosition('video 5')
  expect(resumePosition('video 5')).toBeUndefined()
  vi.restoreAllMocks()
})

test.each(['no json', '[]', '{"a":5}', '{"a":{"seconds":"x","duration":1,"at":1}}', 'null'])('ignores %s in the storage', (text) => {
  localStorage.setItem('video_forge_positions', text)
  expect(resumePosition('a')).toBeUndefined()
})
