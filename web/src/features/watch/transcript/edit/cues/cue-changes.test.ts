import { cleanCueText } from '@video-forge/contract/captions/cue-text'
import { describe, expect, test } from 'vitest'
import { applySplice, inverse, joinCues, newCue, splitCue } from './cue-changes.ts'
import { cuesInContent, type EditCue, editableText, toContent, toEditCues } from './edit-cue.ts'

/** The same numbers in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const parts = ['a', 'bc ', '<i>', '</i>', '<b>', '</b>', '&', '<', '>', ' ', '\n', '&lt;', '&amp;lt;', '<3', '静か', 'ä', '--> ', '<c.x>']
const textOf = (next: () => number) =>
  Array.from({ length: 1 + Math.floor(next() * 12) }, () => parts[Math.floor(next() * parts.length)]).join('')
const cueOf = (next: () => number, key = 1): EditCue => {
  const start = Math.round(next() * 100_000) / 1000
  return { key, start, end: start + Math.round(100 + next() * 9000) / 1000, text: textOf(next), settings: next() < 0.5 ? 'line:0' : '' }
}
const times = 500
const cue = (text: string, start = 10, end = 20): EditCue => ({ key: 1, start, end, text, settings: '' })

test('what is stored is edited and stored again without a change', () => {
  const next = numbers(1)
  for (let run = 0; run < times; run++) {
    const stored = cleanCueText(textOf(next))
    expect(cleanCueText(editableText(stored))).toBe(stored)
  }
  const content = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0\n<i>a</i> &lt; b &amp; &lt;b&gt;\n'
  expect(toContent(cuesInContent(content))).toBe(content)
})

describe('split', () => {
  test('divides the time by letters, and the text at the caret', () => {
    expect(splitCue(cue('abcd efghijkl'), 5, 2)).toEqual([
      { ...cue('abcd'), end: 13.333 },
      { ...cue('efghijkl'), key: 2, start: 13.333 },
    ])
  })

  test('keeps what is italic on both sides', () => {
    expect(splitCue(cue('<i>one two</i>'), 6, 2)?.map(({ text }) => text)).toEqual(['<i>one</i>', '<i>two</i>'])
  })

  test.each([
    ['the start', cue('abc'), 0],
    ['the end', cue('abc  '), 4],
    ['a moment', cue('abc def', 1, 1.1), 3],
  ])('nothing is left of %s', (_, whole, caret) => {
    expect(splitCue(whole, caret, 2)).toBeUndefined()
  })

  test('the halves fill the time and hold every letter, whatever the text; joined they are the same again', () => {
    const next = numbers(2)
    const letters = (text: string) => text.replaceAll(/<\/?[biu]>|\s/g, '')
    for (let run = 0; run < times; run++) {
      const whole = cueOf(next)
      const halves = splitCue(whole, Math.floor(next() * (whole.text.length + 1)), 2)
      if (!halves) continue
      const [first, second] = halves
      expect([first.start, first.end, second.end]).toEqual([whole.start, second.start, whole.end])
      expect(first.end - first.start).toBeGreaterThan(0.09)
      expect(second.end - second.start).toBeGreaterThan(0.09)
      const joined = joinCues(first, second)?.cue
      expect([joined?.start, joined?.end, joined?.settings, joined?.key]).toEqual([whole.start, whole.end, whole.settings, whole.key])
      // Inside a tag that is cut in two, letters of the tag become text.
      if (/^(?:[^<>]|<\/?[biu]>)*$/.test(first.text)) expect(letters(joined?.text ?? '')).toBe(letters(whole.text))
    }
  })
})

describe('join', () => {
  test('has a space where the script has some, the longer end, and the caret between', () => {
    expect(joinCues(cue('one ', 1, 9), cue(' two', 3, 5))).toEqual({ cue: cue('one two', 1, 9), caret: 4 })
    expect(joinCues(cue('静かな'), cue('港'))).toMatchObject({ cue: { text: '静かな港' }, caret: 3 })
    expect(joinCues(cue(''), cue('two'))).toMatchObject({ cue: { text: 'two' }, caret: 0 })
  })

  test('never makes a text that the server would leave out', () => {
    expect(joinCues(cue('x'.repeat(400)), cue('y'.repeat(400)))).toBeUndefined()
  })
})

test('a new caption ends before the next one where there is space', () => {
  expect(newCue(5, undefined, 9)).toEqual({ key: 9, start: 5, end: 7, text: '', settings: '' })
  expect(newCue(5, cue('', 6, 8), 9).end).toBe(6)
  expect(newCue(5, cue('', 5.1, 8), 9).end).toBe(7)
})

test('the inverse of a change restores what was there', () => {
  const next = numbers(3)
  for (let run = 0; run < times; run++) {
    const cues = Array.from({ length: Math.floor(next() * 5) }, (_, index) => cueOf(next, index))
    const at = Math.floor(next() * (cues.length + 1))
    const removed = cues.slice(at, at + Math.floor(next() * 3))
    const inserted = Array.from({ length: Math.floor(next() * 3) }, (_, index) => cueOf(next, 100 + index))
    const splice = { at, removed, inserted }
    expect(applySplice(applySplice(cues, splice), inverse(splice))).toEqual(cues)
  }
})

test('captions without words are not written', () => {
  const cues = toEditCues([{ start: 0, end: 1, markup: 'a', settings: '' }])
  expect(toContent([...cues, { ...cue('  '), key: 2 }])).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na\n')
  expect(toContent([cue(' \n ')])).toBeUndefined()
})
