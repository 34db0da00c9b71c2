import { expect, it } from 'vitest'
import { av1Preset, av1Threads } from './av1-speed.ts'

const [tall, upright, wide, small] = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 1920, height: 800 },
  { width: 1280, height: 720 },
]

it('takes its time and all threads for tall pictures, whichever way they lie, and one thread for small ones', () => {
  const speedOf = (size: typeof tall) => [av1Preset(size, 1), av1Threads(size, 4, 1)]
  expect([tall, upright].map(speedOf)).toEqual([
    [10, 4],
    [10, 4],
  ])
  expect([small, wide].map(speedOf)).toEqual([
    [11, 1],
    [11, 1],
  ])
})

it('knows what the presets of each version of the encoder are worth, and takes an unknown one for new', () => {
  const versions = [0, 1, 2, 3, 4, 5, undefined]
  expect(versions.map((majorVersion) => av1Preset(tall, majorVersion))).toEqual([10, 10, 9, 9, 8, 8, 8])
  expect(versions.map((majorVersion) => av1Preset(small, majorVersion))).toEqual([11, 11, 10, 10, 8, 8, 8])
  expect([av1Threads(tall, 4, 2), av1Threads(tall, 4, undefined), av1Threads(tall, 1, 2), av1Threads(small, 4, 4)]).toEqual([2, 2, 1, 1])
})
