import { expect, test, vi } from 'vitest'
import { createCacheUntilChange, type Listen } from './cache-until-change.ts'

function createCache() {
  let reactions: Parameters<Listen>[0] | undefined
  const stop = vi.fn(async () => {})
  const cache = createCacheUntilChange((given) => {
    reactions = given
    return { stop }
  })
  let version = 0
  const lookUp = cache.store<number>(2)
  const make = vi.fn(async () => version)
  return {
    cache,
    stop,
    make,
    lookUp: (key = 'a') => lookUp(key, make),
    change: () => {
      version += 1
    },
    listener: () => reactions,
  }
}

test('caches nothing before the connection opens and after it is lost', async () => {
  const { lookUp, make, listener, change } = createCache()
  expect([await lookUp(), await lookUp()]).toEqual([0, 0])
  expect(make).toHaveBeenCalledTimes(2)
  listener()?.onOpen()
  await lookUp()
  listener()?.onLost()
  change()
  expect(await lookUp()).toBe(1)
})

test('makes an answer once, and again after a change', async () => {
  const { lookUp, make, listener, change, cache } = createCache()
  await lookUp()
  listener()?.onOpen()
  make.mockClear()
  await Promise.all([lookUp(), lookUp(), lookUp()])
  expect(make).toHaveBeenCalledTimes(1)
  change()
  expect(await lookUp()).toBe(0)
  listener()?.onNotice()
  expect(await lookUp()).toBe(1)
  change()
  cache.clear()
  expect(await lookUp()).toBe(2)
})

test('does not cache an answer that was being made when a change came', async () => {
  const { cache, listener } = createCache()
  const lookUp = cache.store<string>(5)
  await lookUp('x', async () => 'first')
  listener()?.onOpen()
  let finish = (_: string) => {}
  const slow = lookUp('x', () => new Promise((resolve) => (finish = resolve)))
  listener()?.onNotice()
  finish('old')
  expect(await slow).toBe('old')
  expect(await lookUp('x', async () => 'new')).toBe('new')
})

test('does not cache failures, and limits the number of answers', async () => {
  const { cache, listener, lookUp, make } = createCache()
  const failing = cache.store<string>(5)
  await lookUp()
  listener()?.onOpen()
  await expect(failing('x', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await failing('x', async () => 'up')).toBe('up')
  make.mockClear()
  for (const key of ['a', 'b', 'c', 'a']) await lookUp(key)
  expect(make).toHaveBeenCalledTimes(4)
})

test('stops listening when it is stopped', async () => {
  const { cache, lookUp, stop } = createCache()
  await lookUp()
  await cache.stop()
  expect(stop).toHaveBeenCalledOnce()
})
