import { expect, test, vi } from 'vitest'
import { createPublicCache, type Listen } from './public-cache.ts'

function world() {
  let reactions: Parameters<Listen>[0] | undefined
  const stop = vi.fn(async () => {})
  const kept = createPublicCache((given) => {
    reactions = given
    return { stop }
  })
  let version = 0
  const ask = kept.store<number>(2)
  const make = vi.fn(async () => version)
  return {
    kept,
    stop,
    make,
    ask: (key = 'a') => ask(key, make),
    change: () => {
      version += 1
    },
    hear: () => reactions,
  }
}

test('nothing is kept before it listens and after the connection is lost', async () => {
  const { ask, make, hear, change } = world()
  expect([await ask(), await ask()]).toEqual([0, 0])
  expect(make).toHaveBeenCalledTimes(2)
  hear()?.onOpen()
  await ask()
  hear()?.onLost()
  change()
  expect(await ask()).toBe(1)
})

test('while it listens an answer is made once, and anew after a change', async () => {
  const { ask, make, hear, change, kept } = world()
  await ask()
  hear()?.onOpen()
  make.mockClear()
  await Promise.all([ask(), ask(), ask()])
  expect(make).toHaveBeenCalledTimes(1)
  change()
  expect(await ask()).toBe(0)
  hear()?.onNotice()
  expect(await ask()).toBe(1)
  change()
  kept.forget()
  expect(await ask()).toBe(2)
})

test('an answer that was being made when the change came is not kept', async () => {
  const { kept, hear } = world()
  const ask = kept.store<string>(5)
  await ask('x', async () => 'first')
  hear()?.onOpen()
  let finish = (_: string) => {}
  const slow = ask('x', () => new Promise((resolve) => (finish = resolve)))
  hear()?.onNotice()
  finish('old')
  expect(await slow).toBe('old')
  expect(await ask('x', async () => 'new')).toBe('new')
})

test('a failure is kept for nobody, and only so many answers are', async () => {
  const { kept, hear, ask, make } = world()
  const failing = kept.store<string>(5)
  await ask()
  hear()?.onOpen()
  await expect(failing('x', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await failing('x', async () => 'up')).toBe('up')
  make.mockClear()
  for (const key of ['a', 'b', 'c', 'a']) await ask(key)
  expect(make).toHaveBeenCalledTimes(4)
})

test('it stops listening when it is stopped', async () => {
  const { kept, ask, stop } = world()
  await ask()
  await kept.stop()
  expect(stop).toHaveBeenCalledOnce()
})
