import { Failure } from '@video-forge/contract/errors'
import { expect, test } from 'vitest'
import { createMemoryCache } from './memory-cache.ts'
import { countFailure, giveBack, type RateLimit, refuseWhenUsedUp, takeFrom } from './rate-limit.ts'

const perName: RateLimit = { key: 'sign-in:name:ada', most: 3, perSeconds: 60 }
const perAddress: RateLimit = { key: 'sign-in:address:203.0.113.7', most: 5, perSeconds: 600 }

function limiter() {
  let now = Date.UTC(2026, 0, 1)
  const cache = createMemoryCache({ now: () => now })
  return {
    cache,
    pass: (seconds: number) => {
      now += seconds * 1000
    },
    take: (...limits: RateLimit[]) => takeFrom(cache, limits),
    /** The refusal of a try that must be refused. */
    refusal: async (...limits: RateLimit[]) => {
      const error: unknown = await takeFrom(cache, limits).catch((reason: unknown) => reason)
      if (!(error instanceof Failure)) throw new Error('the try was not refused')
      return { code: error.code, status: error.status, message: error.message, retryAfter: error.retryAfter }
    },
  }
}

test('as many tries as the limit says pass, and the next is refused with the time to wait', async () => {
  const { take, refusal, pass } = limiter()
  for (let time = 0; time < 3; time += 1) await take(perName)
  pass(15)
  expect(await refusal(perName)).toEqual({
    code: 'TOO_MANY_REQUESTS',
    status: 429,
    message: 'Too many attempts. Please try again in 45 seconds.',
    retryAfter: 45,
  })
})

test('after the time it named, tries pass again', async () => {
  const { take, refusal, pass } = limiter()
  for (let time = 0; time < 3; time += 1) await take(perName)
  const { retryAfter } = await refusal(perName)
  pass(retryAfter ?? 0)
  await expect(take(perName)).resolves.toBeUndefined()
})

test('the wait is said in seconds when short and in minutes when long', async () => {
  const { take, refusal, pass } = limiter()
  const limit: RateLimit = { key: 'codes', most: 1, perSeconds: 601 }
  await take(limit)
  expect((await refusal(limit)).message).toBe('Too many attempts. Please try again in 11 minutes.')
  pass(600)
  expect((await refusal(limit)).message).toBe('Too many attempts. Please try again in 1 second.')
})

test('one of several limits that is used up refuses, and the longest wait of those used up is named', async () => {
  const { take, refusal } = limiter()
  for (let time = 0; time < 3; time += 1) await take(perName, perAddress)
  expect((await refusal(perName, perAddress)).retryAfter).toBe(60)
  for (let time = 0; time < 2; time += 1) await take(perAddress)
  expect((await refusal(perName, perAddress)).retryAfter).toBe(600)
})

test('a try that is refused counts nowhere', async () => {
  const { cache, take, refusal } = limiter()
  for (let time = 0; time < 3; time += 1) await take(perName)
  for (let time = 0; time < 20; time += 1) await refusal(perName, perAddress)
  await refuseWhenUsedUp(cache, [perAddress])
  expect(await cache.count([{ ...perAddress, key: `limit:${perAddress.key}` }], 'look')).toMatchObject([{ count: 0 }])
})

test('one limit used up leaves another alone', async () => {
  const { take, refusal } = limiter()
  for (let time = 0; time < 3; time += 1) await take(perName)
  await refusal(perName)
  await expect(take({ ...perName, key: 'sign-in:name:eve' })).resolves.toBeUndefined()
})

test('a try that is given back does not count', async () => {
  const { cache, take, refusal } = limiter()
  for (let time = 0; time < 20; time += 1) {
    await take(perName, perAddress)
    await giveBack(cache, [perName, perAddress])
  }
  for (let time = 0; time < 3; time += 1) await take(perName)
  expect((await refusal(perName)).code).toBe('TOO_MANY_REQUESTS')
})

test('no more tries pass at the same moment than the limit says', async () => {
  const { take } = limiter()
  const tries = await Promise.allSettled(Array.from({ length: 50 }, () => take(perName)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('where only failures count, looking costs nothing and as many failures as the limit says pass', async () => {
  const { cache } = limiter()
  for (let time = 0; time < 20; time += 1) await refuseWhenUsedUp(cache, [perName])
  for (let time = 0; time < 3; time += 1) {
    await refuseWhenUsedUp(cache, [perName])
    await countFailure(cache, [perName])
  }
  await expect(refuseWhenUsedUp(cache, [perName])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 })
})
