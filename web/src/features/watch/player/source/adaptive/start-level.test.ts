import { expect, test } from 'vitest'
import { estimateBandwidth, highestLevel, startLevel } from './start-level.ts'

const levels = [
  { width: 854, height: 480, bitrate: 1_000_000 },
  { width: 1280, height: 720, bitrate: 2_500_000 },
  { width: 1920, height: 1080, bitrate: 5_000_000 },
]

test.each([
  [null, undefined, 3_000_000],
  [null, 1.5, 1_500_000],
  [8_000_000, undefined, 8_000_000],
  [8_000_000, 1.5, 1_500_000],
  [400_000, 10, 400_000],
  [null, 0, 3_000_000],
])('measured %s before and estimated %s Mbit/s now: %s', (remembered, downlink, bandwidth) => {
  expect(estimateBandwidth(remembered, downlink)).toBe(bandwidth)
})

test.each([
  [400, 225, 0],
  [854, 480, 0],
  [860, 484, 1],
  [1152, 648, 1],
  [3000, 1690, 2],
  [0, 0, 2],
])('a picture of %s by %s needs at most level %s', (width, height, level) => {
  expect(highestLevel(levels, { width, height })).toBe(level)
})

test.each([
  [2, 10_000_000, 2],
  [1, 10_000_000, 1],
  [2, 4_000_000, 1],
  [2, 1_600_000, 0],
  [2, 100_000, 0],
])('below level %s, %s bits per second start with level %s', (cap, bandwidth, level) => {
  expect(startLevel(levels, cap, bandwidth)).toBe(level)
})
