import { describe, expect, it } from 'vitest'
import { isDecodingLoop, wordsOf } from './decoding-loop.ts'
import { type Recogniser, recogniseUtterance } from './recognise-utterance.ts'
import { SampleRing } from './sample-ring.ts'
import { speechRate } from './speech-rate.ts'

describe('a decoding loop', () => {
  const isLoop = (text: string, seconds = 15, tokenCount = wordsOf(text).length): boolean => isDecodingLoop(text, tokenCount, seconds, 10)

  it('is the same words four times in a row, or one word six times', () => {
    expect(isLoop('and then I said and then I said and then I said')).toBe(false)
    expect(isLoop('Well, and then I said, and then I said. And then I said and then I said')).toBe(true)
    expect(isLoop('no no no no no')).toBe(false)
    expect(isLoop('no, no, no! No no no')).toBe(true)
    expect(isLoop('the more the better the more the merrier the more the safer')).toBe(false)
  })

  it('is more tokens than anybody says', () => {
    expect(isLoop('some words', 3, 31)).toBe(true)
    expect(isLoop('some words', 3, 30)).toBe(false)
    expect(isLoop('Yes, of course.', 0.3, 6)).toBe(false)
  })

  it('is found in scripts without spaces', () => {
    expect(isLoop('謝謝謝謝謝謝謝謝謝謝謝謝')).toBe(true)
    expect(isLoop('今天我們要談的是字幕的歷史')).toBe(false)
  })
})

describe('an utterance', () => {
  const ring = (level = 0.1): SampleRing => {
    const filled = new SampleRing(20)
    filled.add(new Float32Array(16 * speechRate).fill(level))
    return filled
  }
  const whole = { from: 0, to: 16 * speechRate, heardFrom: 0, heardTo: 16 * speechRate }
  const enoughWords = 'one two three four five six seven eight nine ten'
  const recogniser = (recognise: (seconds: number) => string): Recogniser & { asked: number[] } => {
    const asked: number[] = []
    return {
      asked,
      maxTokensPerSecond: 10,
      recognise: (samples) => {
        asked.push(samples.length / speechRate)
        const text = recognise(samples.length / speechRate)
        return { text, tokenCount: wordsOf(text).length, language: undefined }
      },
    }
  }

  it('has its text, without the names of sounds', () => {
    const said = recogniseUtterance(
      recogniser(() => ` [Music] ${enoughWords}\n♪ (applause) `),
      ring(),
      whole,
    )
    expect(said).toEqual([{ from: 0, to: whole.to, text: enoughWords, language: undefined }])
    expect(
      recogniseUtterance(
        recogniser(() => '...'),
        ring(),
        whole,
      ),
    ).toEqual([])
  })

  it('is not decoded below -50 dBFS', () => {
    const quiet = recogniser(() => enoughWords)
    expect(recogniseUtterance(quiet, ring(0.002), whole)).toEqual([])
    expect(quiet.asked).toEqual([])
  })

  it('of few words in a long time is music', () => {
    expect(
      recogniseUtterance(
        recogniser(() => 'oh yeah baby'),
        ring(),
        whole,
      ),
    ).toEqual([])
    expect(
      recogniseUtterance(
        recogniser(() => 'oh'),
        ring(),
        { ...whole, to: 2 * speechRate },
      ),
    ).toHaveLength(1)
  })

  it('is decoded in halves where the recogniser loops, and dropped where that does not help', () => {
    const loop = 'again and '.repeat(12)
    const halved = recogniser((seconds) => (seconds > 10 ? loop : `half of ${Math.round(seconds)} seconds and some words`))
    const said = recogniseUtterance(halved, ring(), whole)
    expect(said).toHaveLength(2)
    expect(said[0]?.to).toBe(said[1]?.from)
    expect([said[0]?.from, said[1]?.to]).toEqual([0, whole.to])
    expect(
      recogniseUtterance(
        recogniser(() => loop),
        ring(),
        whole,
      ),
    ).toEqual([])
  })
})
