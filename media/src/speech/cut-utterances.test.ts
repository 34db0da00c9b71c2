import { expect, it } from 'vitest'
import { type SpeechDetector, type Utterance, UtteranceCutter } from './cut-utterances.ts'
import { SampleRing } from './sample-ring.ts'
import { speechRate } from './speech-rate.ts'

const windowSamples = 512

/** Takes loud samples for speech, as the real detector reports it: a range comes when a pause of 0.35 s has passed. */
function loudnessDetector(): SpeechDetector {
  const ranges: { from: number; to: number }[] = []
  let position = 0
  let from: number | undefined
  let loudUntil = 0
  const close = (): void => {
    if (from !== undefined) ranges.push({ from, to: loudUntil })
    from = undefined
  }
  return {
    accept: (window) => {
      if ((window[0] ?? 0) > 0.1) {
        from ??= position
        loudUntil = position + window.length
      } else if (position - loudUntil > 0.35 * speechRate) close()
      position += window.length
    },
    isSpeech: () => from !== undefined,
    flush: close,
    take: () => ranges.shift(),
  }
}

/** Cuts audio that is loud in some ranges of seconds; with a short dip every `dip` seconds. */
function cut(seconds: number, loud: readonly [number, number][], dip = Number.POSITIVE_INFINITY): (Utterance & { seconds: number })[] {
  const cutter = new UtteranceCutter(loudnessDetector(), new SampleRing(64))
  const found: Utterance[] = []
  for (let at = 0; at < seconds * speechRate; at += windowSamples) {
    const time = at / speechRate
    const isLoud = loud.some(([from, to]) => time >= from && time < to)
    const isDip = time % dip > dip - 0.1
    found.push(...cutter.add(new Float32Array(windowSamples).fill(isLoud ? (isDip ? 0.2 : 0.5) : 0)))
  }
  found.push(...cutter.end())
  return found.map((utterance) => ({ ...utterance, seconds: (utterance.to - utterance.from) / speechRate }))
}

it('returns each range of speech with some context, which never reaches into the one before', () => {
  const [first, second, ...more] = cut(10, [
    [1, 3],
    [3.5, 6],
  ])
  expect(more).toEqual([])
  expect(first?.seconds).toBeCloseTo(2, 1)
  expect((first?.from ?? 0) - (first?.heardFrom ?? 0)).toBe(0.25 * speechRate)
  expect((first?.heardTo ?? 0) - (first?.to ?? 0)).toBe(0.25 * speechRate)
  expect(second?.heardFrom).toBeGreaterThanOrEqual(first?.to ?? 0)
})

it('cuts speech without a pause at its quietest spots, and loses and repeats nothing', () => {
  const utterances = cut(120, [[2, 112]], 3)
  expect(utterances.length).toBeGreaterThanOrEqual(8)
  expect(Math.max(...utterances.map(({ seconds }) => seconds))).toBeLessThan(15.5)
  expect((utterances[0]?.from ?? 0) / speechRate).toBeCloseTo(2, 1)
  for (const [at, { to }] of utterances.slice(0, -1).entries()) {
    expect(utterances[at + 1]?.from).toBe(to)
    expect((to / speechRate) % 3, `cut at ${to / speechRate}`).toBeGreaterThan(2.8)
  }
  expect((utterances.at(-1)?.to ?? 0) / speechRate).toBeCloseTo(112, 1)
})

it('keeps what follows a cut when speech ends there', () => {
  const utterances = cut(30, [[1, 16.3]])
  const total = utterances.reduce((sum, { seconds }) => sum + seconds, 0)
  expect(total).toBeGreaterThan(15.2)
  expect(total).toBeLessThan(15.6)
})

it('finds nothing in silence, and the speech that the audio ends in', () => {
  expect(cut(20, [])).toEqual([])
  expect(cut(5, [[3, 5]])[0]?.seconds).toBeCloseTo(2, 1)
})
