import { expect, test } from 'vitest'
import { cacheSuite } from './cache.suite.ts'
import { createMemoryCache } from './memory-cache.ts'

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

test('a flood of new keys does not push out a count that goes on', async () => {
  const cache = createMemoryCache({ maxEntries: 10 })
  for (let round = 1; round <= 50; round += 1) {
    expect((await cache.count('attacker', 60)).count).toBe(round)
    for (let other = 0; other < 5; other += 1) await cache.count(`other ${round} ${other}`, 60)
  }
})
