import { expect, test } from 'vitest'
import { encodedSeconds } from './encoded-range.ts'
import { addSample, type GrowthSample, secondsUntil } from './encoding-growth.ts'

const samplesOf = (...pairs: [at: number, seconds: number][]): readonly GrowthSample[] =>
  pairs.reduce<readonly GrowthSample[]>((samples, [at, seconds]) => addSample(samples, { at, seconds }), [])

test('the time left follows the growth, bounded by the estimate of the job', () => {
  const samples = samplesOf([0, 10], [10_000, 30])
  expect(secondsUntil(130, samples, 10_000, null)).toBe(50)
  expect(secondsUntil(130, samples, 10_000, 40)).toBe(40)
  expect(secondsUntil(20, samples, 10_000, null)).toBe(1)
  // Nothing was encoded for ten more seconds.
  expect(secondsUntil(130, samples, 20_000, null)).toBe(100)
})

test('without growth there is only the estimate of the job', () => {
  expect(secondsUntil(60, [], 0, null)).toBeUndefined()
  expect(secondsUntil(60, samplesOf([0, 10]), 5000, 90)).toBe(90)
})

test('old samples and those of an earlier start do not count', () => {
  expect(samplesOf([0, 10], [50_000, 20], [70_000, 40])).toEqual([
    { at: 50_000, seconds: 20 },
    { at: 70_000, seconds: 40 },
  ])
  expect(samplesOf([0, 10], [3000, 40], [6000, 4])).toEqual([{ at: 6000, seconds: 4 }])
  expect(samplesOf([0, 10], [3000, 10])).toEqual([{ at: 0, seconds: 10 }])
})

test('what is encoded is what some quality has', () => {
  const listed = (quality: 'original' | '480p' | '720p', playableSeconds: number | null) => ({ quality, resolution: null, playableSeconds })
  expect(encodedSeconds([listed('original', null), listed('720p', 20), listed('480p', 60)])).toBe(60)
  expect(encodedSeconds([listed('720p', 20), listed('480p', null)])).toBeUndefined()
  expect(encodedSeconds([listed('original', null)])).toBeUndefined()
})
