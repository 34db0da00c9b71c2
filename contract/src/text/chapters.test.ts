import { expect, test } from 'vitest'
import { chaptersInDescription, chaptersInText, chaptersProblem } from './chapters.ts'
import { findTimeStamps } from './time-stamps.ts'

test.each([
  ['at 1:23 and 1:02:03', [83, 3723]],
  ['(0:05)', [5]],
  ['75:10', [4510]],
  ['1:75, 12:3 and 1:2:3:4', []],
  ['10.30:15 3:15.5', []],
  ['no time', []],
])('times in %j', (text, seconds) => {
  expect(findTimeStamps(text).map((stamp) => stamp.seconds)).toEqual(seconds)
})

test('a text has one chapter in each line', () => {
  expect(chaptersInText('0:00 Start\n\n 1:23 - The harbour\n[2:00] End')).toEqual({
    chapters: [
      { start: 0, title: 'Start' },
      { start: 83, title: 'The harbour' },
      { start: 120, title: 'End' },
    ],
  })
  expect(chaptersInText('0:00 Start\nThe harbour').problem).toContain('"The harbour"')
  expect(chaptersInText('1:23').problem).toContain('"1:23"')
})

test('chapters ascend and start within the video', () => {
  const at = (...starts: number[]) => starts.map((start) => ({ start, title: 'x' }))
  expect(chaptersProblem(at(0, 5, 9.5), 10)).toBeUndefined()
  expect(chaptersProblem(at(0, 5, 5), 10)).toBe('Each chapter must start after the one before it')
  expect(chaptersProblem(at(0, 10), 10)).toBe('A chapter starts after the end of the video')
  expect(chaptersProblem(at(0, 10), null)).toBeUndefined()
})

test('a description has chapters only if they are clearly meant', () => {
  const text = 'A walk.\n0:00 Start\n1:00 Harbour'
  expect(chaptersInDescription(text, 100)).toHaveLength(2)
  expect(chaptersInDescription(text, 50)).toEqual([])
  expect(chaptersInDescription('0:10 Start\n1:00 Harbour', 100)).toEqual([])
  expect(chaptersInDescription('0:00 Start', 100)).toEqual([])
})
