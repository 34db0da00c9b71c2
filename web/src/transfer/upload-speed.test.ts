import { expect, test } from 'vitest'
import { type Sample, speedOf, withSample } from './upload-speed.ts'

const after = (...samples: Sample[]) => samples.reduce<Sample[]>(withSample, [])

test('nothing is said before it is known', () => {
  expect(speedOf([], 100)).toBeUndefined()
  expect(speedOf(after({ at: 0, sent: 0 }, { at: 900, sent: 50 }), 100)).toBeUndefined()
  expect(speedOf(after({ at: 0, sent: 50 }, { at: 2000, sent: 50 }), 100)).toBeUndefined()
})

test('the speed is that of the last seconds', () => {
  const samples = after({ at: 0, sent: 0 }, { at: 10_000, sent: 1000 }, { at: 12_000, sent: 3000 })
  expect(speedOf(samples, 5000)).toEqual({ bytesPerSecond: 1000, secondsLeft: 2 })
})

test('a fall back starts anew: the server had less than was sent', () => {
  const samples = after({ at: 0, sent: 0 }, { at: 2000, sent: 2000 }, { at: 3000, sent: 500 })
  expect(speedOf(samples, 5000)).toBeUndefined()
})
