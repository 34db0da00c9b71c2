import { expect, test } from 'vitest'
import { directionOf } from './transcript-html.ts'
import { sectionsOf } from './transcript-sections.ts'

/** Cues of two seconds, one after the other unless a pause is given. */
function cuesOf(...lines: (string | number)[]) {
  let start = 0
  return lines.flatMap((line) => {
    if (typeof line === 'number') {
      start += line
      return []
    }
    start += 2
    return [{ start: start - 2, end: start, text: line, settings: '' }]
  })
}
const read = (...lines: (string | number)[]) => sectionsOf(cuesOf(...lines), []).flatMap(({ paragraphs }) => paragraphs)

test('cues become one paragraph, with spaces where the script has some', () => {
  expect(read('Hello\nthere,', '<i>friend</i> &amp; foe.')).toEqual([{ start: 0, text: 'Hello there, friend & foe.' }])
  expect(read('静かな', '港です。')).toEqual([{ start: 0, text: '静かな港です。' }])
})

test('a pause and another speaker begin a paragraph; captions that roll are read once', () => {
  expect(read('One', 3, 'Two', 'Two', 'more', '- Three').map(({ text }) => text)).toEqual(['One', 'Two more', '- Three'])
})

test('a long paragraph ends with its sentence, and a very long one anywhere', () => {
  const words = 'word '.repeat(30).trim()
  expect(read(words, `more ${words}`, `${words}.`, 'New.')).toHaveLength(2)
  expect(read(words, `more ${words}`, `most ${words}`, 'goes on')).toHaveLength(1)
  const endless = read(...Array.from({ length: 20 }, () => words).map((text, index) => `${text}${index}`))
  expect(endless.length).toBeGreaterThan(2)
  expect(Math.max(...endless.map(({ text }) => text.length))).toBeLessThanOrEqual(901)
})

test('chapters divide the text, those without words as well', () => {
  const chapters = [
    { start: 2, title: 'Middle' },
    { start: 90, title: 'End' },
  ]
  expect(sectionsOf(cuesOf('Before', 'Inside'), chapters)).toEqual([
    { chapter: undefined, paragraphs: [{ start: 0, text: 'Before' }] },
    { chapter: chapters[0], paragraphs: [{ start: 2, text: 'Inside' }] },
    { chapter: chapters[1], paragraphs: [] },
  ])
})

test.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['pa-Arab', 'rtl'],
  ['en', 'ltr'],
  ['ku-Latn', 'ltr'],
])('%s is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction)
})
