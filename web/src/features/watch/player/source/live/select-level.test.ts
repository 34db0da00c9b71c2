import type { Quality } from '@video-forge/contract/rules/video-rules'
import { expect, test } from 'vitest'
import { selectLevel } from './select-level.ts'

const levels = [
  { width: 854, height: 480, bitrate: 1_000_000 },
  { width: 1280, height: 720, bitrate: 3_000_000 },
  { width: 1920, height: 1080, bitrate: 6_000_000 },
]
const resolutions: Record<Quality, string> = {
  '480p': '854x480',
  '720p': '1280x720',
  '1080p': '1920x1080',
  '4k': '3840x2160',
  original: '1920x1080',
}
const listed = (reaches: Partial<Record<Quality, number | null>>) =>
  (Object.entries(reaches) as [Quality, number | null][]).map(([quality, playableSeconds]) => ({
    quality,
    resolution: resolutions[quality],
    playableSeconds,
  }))

const select = (reaches: Partial<Record<Quality, number | null>>, parts: Partial<Parameters<typeof selectLevel>[0]> = {}) =>
  selectLevel({
    levels,
    bandwidth: 500_000,
    qualities: listed(reaches),
    choice: 'auto',
    seconds: 0,
    loadedUntil: parts.seconds ?? 0,
    duration: 600,
    used: -1,
    width: 1920,
    height: 1080,
    ...parts,
  })
const adapting = (cap: number) => ({ lock: -1, cap, isSubstitute: false })

test('only listed qualities may be loaded', () => {
  expect(select({ '480p': 8 })).toEqual(adapting(0))
  expect(select({ '480p': 8, '720p': 8 })).toEqual(adapting(1))
  expect(select({ '480p': 8, '720p': 0, '1080p': 0 })).toEqual(adapting(0))
  expect(select({})).toEqual({ lock: 0, cap: 0, isSubstitute: false })
})

test('qualities of one pass are as good as each other, wherever they end', () => {
  expect(select({ '480p': 12, '720p': 12, '1080p': 8 })).toEqual(adapting(2))
})

test('a copied one that is ready before those below it is played where the connection carries it', () => {
  const copied = { '480p': 12, '1080p': 600 }
  const with1080 = { lock: 2, cap: 2, isSubstitute: false }
  const at = (bandwidth: number, parts: Parameters<typeof select>[1] = {}) => select(copied, { bandwidth, ...parts })
  expect(at(9_000_000)).toEqual(with1080)
  expect(at(8_000_000)).toEqual(adapting(0))
  expect(at(8_000_000, { used: 2 })).toEqual(with1080)
  expect(at(6_000_000, { used: 2 })).toEqual(adapting(0))
  // 720p would fill the picture, and is not there; where 480p does, it stays.
  expect(at(9_000_000, { width: 900, height: 506 })).toEqual(with1080)
  expect(at(9_000_000, { width: 640, height: 360 })).toEqual(adapting(0))
  expect(select({ ...copied, '720p': 40 }, { bandwidth: 9_000_000, used: 2 })).toEqual(with1080)
  expect(select({ '480p': 40, '720p': 40, '1080p': 600 }, { bandwidth: 9_000_000, used: 2 })).toEqual(adapting(2))
  const late = { seconds: 300, loadedUntil: 320, width: 900, height: 506, used: 2, bandwidth: 9_000_000 }
  expect(select({ '480p': 600, '720p': 40, '1080p': 600 }, late)).toEqual(with1080)
  expect(select({ '1080p': 600 })).toEqual(with1080)
  // Who chose a smaller one gets it, or the next smaller one until it is there.
  const chosen = { bandwidth: 9_000_000, used: 0 }
  expect(select(copied, { ...chosen, choice: '480p' })).toEqual({ lock: 0, cap: 0, isSubstitute: false })
  expect(select({ ...copied, '720p': 0 }, { ...chosen, choice: '720p', width: 640, height: 360 })).toEqual({
    lock: -1,
    cap: 0,
    isSubstitute: true,
  })
})

test('one that others have left behind needs a lead over the position and a next chunk', () => {
  const at = (reach: number) => select({ '480p': 200, '720p': reach }, { seconds: 50, loadedUntil: 70, used: 0 }).cap
  expect(at(60)).toBe(0)
  expect(at(73)).toBe(0)
  expect(at(74)).toBe(1)
  expect(select({ '480p': 200, '720p': 64 }, { seconds: 50, used: 0 }).cap).toBe(0)
})

test('one in use stays until it is about to end', () => {
  const at = (reach: number) => select({ '480p': 200, '720p': reach }, { seconds: 50, loadedUntil: 58, used: 1 }).cap
  expect(at(58)).toBe(1)
  expect(at(57)).toBe(0)
})

test('at the end of everything, what is in use stays', () => {
  expect(select({ '480p': 60, '720p': 60, '1080p': 58 }, { seconds: 60, used: 1 })).toMatchObject({ lock: 1 })
  expect(select({ '480p': 60, '720p': 30 }, { seconds: 60, used: 1 })).toEqual(adapting(0))
})

test('the end of the video counts as complete', () => {
  expect(select({ '480p': null, '720p': 599.5 }, { seconds: 590, loadedUntil: 599, used: 0 })).toEqual(adapting(1))
})

test('when all are complete, only the size of the picture limits them', () => {
  const complete = { '480p': null, '720p': null, '1080p': null }
  expect(select(complete)).toEqual(adapting(2))
  expect(select(complete, { width: 1000, height: 562 })).toEqual(adapting(1))
  expect(select(complete, { width: 0, height: 0 })).toEqual(adapting(2))
})

test('a missing quality below one that exists is never loaded', () => {
  expect(select({ '1080p': null })).toEqual({ lock: 2, cap: 2, isSubstitute: false })
  expect(select({ '480p': null, '1080p': null })).toEqual(adapting(0))
})

test('the original is no level, even if it has the size of one', () => {
  expect(select({ original: null, '480p': 8 })).toEqual(adapting(0))
})

test('a chosen quality is locked once it is far enough, and until then the best below it plays', () => {
  const at = (reach: number, seconds = 50) => select({ '480p': 200, '720p': 200, '1080p': reach }, { choice: '1080p', seconds, used: 1 })
  expect(at(40)).toEqual({ lock: -1, cap: 1, isSubstitute: true })
  expect(at(90)).toEqual({ lock: 2, cap: 2, isSubstitute: false })
  expect(select({ '480p': null, '720p': null }, { choice: '480p' })).toEqual({ lock: 0, cap: 0, isSubstitute: false })
  expect(select({ '480p': 20, '720p': 200 }, { choice: '480p', seconds: 50 })).toEqual({ lock: 1, cap: 1, isSubstitute: true })
})

test('a chosen quality that is not listed yet is a wish', () => {
  expect(select({ '480p': 20 }, { choice: '720p' })).toEqual({ lock: -1, cap: 0, isSubstitute: true })
})
