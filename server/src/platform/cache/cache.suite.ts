import { describe, expect, onTestFinished, test } from 'vitest'
import type { Cache } from './cache.ts'

export interface OpenedCache {
  cache: Cache
  /** Lets this much time pass for the cache. */
  pass(seconds: number): Promise<void>
}

/** What every cache does, in process or shared. */
export function cacheSuite(name: string, open: () => Promise<OpenedCache>): void {
  const opened = async () => {
    const parts = await open()
    onTestFinished(() => parts.cache.close())
    return parts
  }

  describe(name, () => {
    test('serves while it is open', async () => {
      const { cache } = await opened()
      await expect(cache.check()).resolves.toBeUndefined()
    })

    test('keeps a value until its time is over', async () => {
      const { cache, pass } = await opened()
      await cache.set('greeting', 'hello', 10)
      await pass(9)
      expect(await cache.get('greeting')).toBe('hello')
      await pass(1)
      expect(await cache.get('greeting')).toBeUndefined()
    })

    test('knows nothing of a key that was never set', async () => {
      const { cache } = await opened()
      expect(await cache.get('nothing')).toBeUndefined()
    })

    test('keeps an empty value as a value', async () => {
      const { cache } = await opened()
      await cache.set('empty', '', 10)
      expect(await cache.get('empty')).toBe('')
    })

    test('takes the newer value with the newer time', async () => {
      const { cache, pass } = await opened()
      await cache.set('greeting', 'hello', 10)
      await pass(5)
      await cache.set('greeting', 'good evening', 10)
      await pass(9)
      expect(await cache.get('greeting')).toBe('good evening')
    })

    test('forgets what is deleted and leaves the rest', async () => {
      const { cache } = await opened()
      await cache.set('one', '1', 10)
      await cache.set('two', '2', 10)
      await cache.delete('one')
      await cache.delete('never there')
      expect([await cache.get('one'), await cache.get('two')]).toEqual([undefined, '2'])
    })

    test('counts within a window that opens with the first event and is not prolonged by later ones', async () => {
      const { cache, pass } = await opened()
      const tries = { key: 'tries', most: 10, perSeconds: 60 }
      expect(await cache.count([tries], 'each')).toEqual([{ count: 0, resetInSeconds: 60 }])
      await pass(40)
      expect(await cache.count([tries], 'each')).toEqual([{ count: 1, resetInSeconds: 20 }])
      expect(await cache.count([tries], 'look')).toEqual([{ count: 2, resetInSeconds: 20 }])
      await pass(20)
      expect(await cache.count([tries], 'each')).toEqual([{ count: 0, resetInSeconds: 60 }])
    })

    test('looks at a count without changing it, and a look opens no window', async () => {
      const { cache, pass } = await opened()
      const tries = { key: 'tries', most: 10, perSeconds: 60 }
      expect(await cache.count([tries], 'look')).toEqual([{ count: 0, resetInSeconds: 60 }])
      await pass(30)
      await cache.count([tries], 'each')
      await pass(10)
      expect(await cache.count([tries], 'look')).toEqual([{ count: 1, resetInSeconds: 50 }])
      expect(await cache.count([tries], 'look')).toEqual([{ count: 1, resetInSeconds: 50 }])
    })

    test('counts each key for itself, and events at the same moment one by one', async () => {
      const { cache } = await opened()
      const tries = { key: 'tries', most: 100, perSeconds: 60 }
      const counts = await Promise.all(Array.from({ length: 20 }, () => cache.count([tries], 'each')))
      expect(counts.map(([counted]) => counted?.count ?? -1).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
      expect(await cache.count([{ ...tries, key: 'others' }], 'look')).toMatchObject([{ count: 0 }])
    })

    test('counts all or none: when one counter is used up, none of them is written', async () => {
      const { cache } = await opened()
      const [few, many] = [
        { key: 'few', most: 2, perSeconds: 60 },
        { key: 'many', most: 10, perSeconds: 600 },
      ]
      for (let time = 0; time < 5; time += 1) await cache.count([few, many], 'all-or-none')
      expect(await cache.count([few, many], 'look')).toEqual([
        { count: 2, resetInSeconds: 60 },
        { count: 2, resetInSeconds: 600 },
      ])
      await cache.count([few, { ...many, key: 'never seen' }], 'all-or-none')
      expect(await cache.count([{ ...many, key: 'never seen' }], 'look')).toMatchObject([{ count: 0 }])
    })

    test('counts each: a counter that is used up stays where it is, and the others go on', async () => {
      const { cache } = await opened()
      const [few, many] = [
        { key: 'few', most: 2, perSeconds: 60 },
        { key: 'many', most: 10, perSeconds: 600 },
      ]
      for (let time = 0; time < 5; time += 1) await cache.count([few, many], 'each')
      expect(await cache.count([few, many], 'look')).toMatchObject([{ count: 2 }, { count: 5 }])
    })

    test('of many at the same moment no more are counted than fit', async () => {
      const { cache } = await opened()
      const few = { key: 'few', most: 3, perSeconds: 60 }
      const counts = await Promise.all(Array.from({ length: 20 }, () => cache.count([few], 'all-or-none')))
      expect(counts.filter(([counted]) => (counted?.count ?? 0) < 3)).toHaveLength(3)
    })

    test('takes a counted event back, and never goes below none', async () => {
      const { cache, pass } = await opened()
      const tries = { key: 'tries', most: 10, perSeconds: 60 }
      await cache.uncount(['tries', 'never there'])
      await cache.count([tries], 'each')
      await cache.count([tries], 'each')
      await pass(30)
      await cache.uncount(['tries'])
      expect(await cache.count([tries], 'look')).toEqual([{ count: 1, resetInSeconds: 30 }])
      for (let time = 0; time < 5; time += 1) await cache.uncount(['tries'])
      await cache.count([tries], 'each')
      expect(await cache.count([tries], 'look')).toEqual([{ count: 1, resetInSeconds: 60 }])
    })

    test('counts nothing when there is nothing to count', async () => {
      const { cache } = await opened()
      expect(await cache.count([], 'all-or-none')).toEqual([])
      await expect(cache.uncount([])).resolves.toBeUndefined()
    })
  })
}
