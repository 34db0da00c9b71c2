import { describe, expect, it } from 'vitest'
import { CueTimer } from './cue-timer.ts'
import { type Cue, splitCues } from './split-cues.ts'
import { wrapLines } from './wrap-lines.ts'

const middle = (from: number, to: number): number => (from + to) / 2
const readable = (cue: Cue): boolean => wrapLines(cue.text) !== undefined && cue.end - cue.start <= 7

describe('lines of a cue', () => {
  it('are at most two of 42 columns, of about the same width', () => {
    expect(wrapLines('Short.')).toBe('Short.')
    expect(wrapLines('This sentence is a little longer than one line can be.')).toBe(
      'This sentence is a little\nlonger than one line can be.',
    )
    expect(wrapLines('a'.repeat(43))).toBeUndefined()
    expect(wrapLines(`${'word '.repeat(18)}`.trim())).toBeUndefined()
  })

  it('break after punctuation where that is near the middle', () => {
    expect(wrapLines('We went out into the garden, but the old dog was asleep.')).toBe(
      'We went out into the garden,\nbut the old dog was asleep.',
    )
  })

  it('count wide characters twice and break between them', () => {
    const text = '今天我們要談的是字幕的歷史，以及為什麼它們這麼重要。'
    const [first = '', second = ''] = wrapLines(text)?.split('\n') ?? []
    expect(first + second).toBe(text)
    expect([...first].length).toBeLessThanOrEqual(21)
    expect(/^[，。]/.test(second)).toBe(false)
  })
})

describe('splitting what was said', () => {
  it('leaves a short text alone', () => {
    const spoken = { start: 1, end: 3, text: 'Hello there.' }
    expect(splitCues(spoken, middle)).toEqual([spoken])
  })

  it('splits after punctuation, at the time of the letters', () => {
    const text = 'The first sentence has about this length. The second one is nearly as long as the first one was.'
    const cues = splitCues({ start: 10, end: 16, text }, middle)
    expect(cues.map((cue) => cue.text)).toEqual([
      'The first sentence has about this length.',
      'The second one is nearly as long as the first one was.',
    ])
    expect(cues[0]?.end).toBeCloseTo(10 + (6 * 41) / text.length, 1)
    expect(cues[1]?.start).toBe(cues[0]?.end)
  })

  it('moves a split to the quietest moment near it', () => {
    const text = 'The first sentence has about this length. The second one is nearly as long as the first one was.'
    const asked: number[] = []
    const cues = splitCues({ start: 0, end: 6, text }, (from, to) => {
      asked.push(to - from)
      return from + 0.1
    })
    expect(asked[0]).toBeCloseTo(0.8)
    expect(cues[0]?.end).toBeCloseTo((6 * 41) / text.length - 0.3, 1)
  })

  it('makes every cue readable, whatever is said, and loses no word', () => {
    for (let words = 1; words < 200; words += 7) {
      const text = Array.from(
        { length: words },
        (_, at) => `${'abcdefghijkl'.slice(0, 1 + ((at * 5) % 12))}${at % 9 === 8 ? ',' : ''}`,
      ).join(' ')
      const cues = splitCues({ start: 3, end: 3 + words / 2.5, text }, middle)
      expect(cues.every(readable), text).toBe(true)
      expect(cues.map((cue) => cue.text).join(' ')).toBe(text)
      expect(cues.at(-1)?.end).toBe(3 + words / 2.5)
      expect(cues.every(({ start, end }) => end > start)).toBe(true)
    }
  })
})

describe('the time of a cue', () => {
  const timed = (cues: readonly Cue[], audioEnd = 100): Cue[] => {
    const timer = new CueTimer()
    return [...cues.flatMap((cue) => timer.add(cue)), ...timer.finish(audioEnd)]
  }

  it('is at least a second, into the pause after it', () => {
    expect(
      timed([
        { start: 1, end: 1.3, text: 'Yes.' },
        { start: 5, end: 8, text: 'Next.' },
      ])[0],
    ).toEqual({ start: 1, end: 2, text: 'Yes.' })
    expect(timed([{ start: 1, end: 1.3, text: 'Yes.' }], 1.5)).toEqual([{ start: 1, end: 1.5, text: 'Yes.' }])
  })

  it('is that of two cues together where there is no pause', () => {
    const cues = timed([
      { start: 1, end: 1.3, text: 'Yes.' },
      { start: 1.4, end: 4, text: 'That is what I wanted to say to all of you.' },
    ])
    expect(cues).toEqual([{ start: 1, end: 4, text: 'Yes. That is what I wanted\nto say to all of you.' }])
  })

  it('is in milliseconds', () => {
    expect(timed([{ start: 1.00049, end: 2.49951, text: 'Yes.' }])).toEqual([{ start: 1, end: 2.5, text: 'Yes.' }])
  })

  it('never overlaps the next one', () => {
    const long = 'This is a long text that needs the two lines of its cue all for itself, really.'
    const cues = timed([
      { start: 1, end: 1.3, text: 'Yes.' },
      { start: 1.5, end: 6, text: long },
    ])
    expect(cues.map(({ start, end }) => [start, end])).toEqual([
      [1, 1.5],
      [1.5, 6],
    ])
  })
})
