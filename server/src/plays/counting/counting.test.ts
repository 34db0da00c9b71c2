import { describe, expect, test } from 'vitest'
import { referrerHost } from './referrer-host.ts'
import { createSessions, maxWatched } from './sessions.ts'
import { medianStartup, startupCounter, startupCounters } from './startup-times.ts'
import { deviceClassOf, isRobot } from './user-agents.ts'
import { partsIn, plausibleRanges, reachedParts } from './watched-ranges.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'desktop'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36', 'desktop'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'tablet'],
  ['Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 Chrome/108.0 TV Safari/537.36', 'tv'],
  ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/108.0 Safari/537.36', 'tv'],
  ['something', 'other'],
])('%s is a %s', (userAgent, device) => {
  expect(deviceClassOf(userAgent)).toBe(device)
})

test('robots that say so, and browsers that are no robots', () => {
  expect(['', 'Googlebot/2.1', 'Mozilla/5.0 (compatible; bingbot/2.0)', 'facebookexternalhit/1.1'].map(isRobot)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['Mozilla/5.0 HeadlessChrome/140.0', 'Mozilla/5.0 (Linux; Android 9; CUBOT X20)'].map(isRobot)).toEqual([false, false])
})

test('hosts without ports and www, and nothing that is no host', () => {
  expect(['News.Example', 'www.news.example:443', undefined, '', 'a/b', 'x'.repeat(254), 'bücher.de'].map(referrerHost)).toEqual([
    'news.example',
    'news.example',
    '',
    '',
    '(other)',
    '(other)',
    '(other)',
  ])
})

describe('ranges', () => {
  test('are cut at the end of the video and at what is plausible', () => {
    expect(
      plausibleRanges(
        [
          [50, 70],
          [0, 10],
        ],
        60,
        100,
      ),
    ).toEqual({
      ranges: [
        [0, 10],
        [50, 60],
      ],
      seconds: 20,
    })
    expect(
      plausibleRanges(
        [
          [0, 10],
          [50, 60],
        ],
        60,
        12,
      ),
    ).toEqual({
      ranges: [
        [0, 10],
        [50, 52],
      ],
      seconds: 12,
    })
    expect(plausibleRanges([[70, 80]], 60, 12)).toEqual({ ranges: [], seconds: 0 })
    expect(plausibleRanges([[0, 10]], null, -5)).toEqual({ ranges: [], seconds: 0 })
  })

  test('reach each hundredth once, however they are split', () => {
    expect(partsIn(reachedParts([[0, 100]], 100))).toHaveLength(100)
    const steps = Array.from({ length: 8 }, (_, index): [number, number] => [index * 12.5, (index + 1) * 12.5])
    const all = steps.flatMap((step) => partsIn(reachedParts([step], 3600 / 36)))
    expect(all).toEqual(Array.from({ length: 100 }, (_, index) => index))
    expect(partsIn(reachedParts([[10, 20]], 1000))).toEqual([1])
    expect(reachedParts([[0, 10]], null)).toBe(0n)
  })
})

test('the median start-up lies within the counter that holds it', () => {
  const counters = Array<number>(startupCounters).fill(0)
  expect(medianStartup(counters)).toBeNull()
  for (const seconds of [0.1, 0.6, 0.7, 20]) counters[startupCounter(seconds)] = (counters[startupCounter(seconds)] ?? 0) + 1
  expect(medianStartup(counters)).toBeCloseTo(0.625)
  expect(medianStartup([0, 0, 0, 0, 0, 0, 0, 0, 0, 3])).toBe(10)
})

describe('sessions', () => {
  test('may have watched twice the time that passed', () => {
    const session = createSessions(10, () => 1000).open('a', 'video')
    expect(maxWatched(session, 1000)).toBe(35)
    expect(maxWatched(session, 61_000)).toBe(155)
  })

  test('are bounded, and the one that was silent longest goes first', () => {
    let now = 0
    const sessions = createSessions(2, () => now)
    const first = sessions.open('a', 'one')
    sessions.open('b', 'one')
    sessions.touch('a', first)
    sessions.open('c', 'two')
    expect([sessions.find('a') === first, sessions.find('b'), sessions.find('c')?.videoId]).toEqual([true, undefined, 'two'])
    expect([...sessions.countWatching()]).toEqual([
      ['one', 1],
      ['two', 1],
    ])
    now = 16_000
    expect(sessions.countWatching().size).toBe(0)
    expect(sessions.find('a')).toBe(first)
    now = 31 * 60_000
    sessions.countWatching()
    expect(sessions.find('a')).toBeUndefined()
  })
})
