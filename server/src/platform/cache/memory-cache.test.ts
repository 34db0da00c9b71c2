import { expect, test } from 'vitest'
import { cacheSuite } from './cache.suite.ts'
import { createMemoryCache } from './memory-cache.ts'
import { createMemoryCounters } from './memory-counters.ts'

cacheSuite('the in-process cache', async () => {
  let now = Date.UTC(2026, 0, 1)
  return {
    cache: createMemoryCache({ now: () => now }),
    pass: async (seconds) => {
      now += seconds * 1000
    },
  }
})

test('a full in-process cache gives up the entry that was written longest ago', async () => {
  const cache = createMemoryCache({ maxEntries: 3 })
  for (const key of ['one', 'two', 'three']) await cache.set(key, key, 60)
  await cache.set('one', 'one again', 60)
  await cache.set('four', 'four', 60)
  const kept = await Promise.all(['one', 'two', 'three', 'four'].map((key) => cache.get(key)))
  expect(kept).toEqual(['one again', undefined, 'three', 'four'])
})

const tries = (key: string, most: number) => ({ key, most, perSeconds: 60 })

test('junk, counted or kept, does not push out a counter that is in use or used up', async () => {
  const cache = createMemoryCache({ maxEntries: 10, maxCounters: 10 })
  const [held, halfway] = [tries('held back', 3), tries('halfway', 4)]
  for (let time = 0; time < 3; time += 1) await cache.count([held], 'each')
  for (let time = 0; time < 2; time += 1) await cache.count([halfway], 'each')
  for (let junk = 0; junk < 1000; junk += 1) {
    await cache.count([tries(`junk ${junk}`, 10)], 'each')
    await cache.set(`junk ${junk}`, 'junk', 60)
  }
  expect(await cache.count([held, halfway], 'look')).toMatchObject([{ count: 3 }, { count: 2 }])
})

test('junk that is counted until half of it is used up does not push out what is used up', async () => {
  const cache = createMemoryCache({ maxCounters: 10 })
  await cache.count([tries('held back', 1)], 'each')
  for (let junk = 0; junk < 1000; junk += 1) await cache.count([tries(`junk ${junk}`, 2)], 'each')
  expect(await cache.count([tries('held back', 1)], 'look')).toMatchObject([{ count: 1 }])
})

test('counters are bounded, and expired ones are removed first', () => {
  let now = 0
  const counters = createMemoryCounters(10, () => now)
  for (let junk = 0; junk < 100; junk += 1) counters.count([tries(`used up ${junk}`, 1)], 'each')
  expect(counters.size()).toBe(10)
  now += 60_000
  counters.count([tries('new', 10)], 'each')
  expect(counters.size()).toBe(1)
  expect(counters.count([tries('new', 10)], 'look')).toMatchObject([{ count: 1 }])
})
