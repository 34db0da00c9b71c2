import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { createClient } from 'redis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startOwnRedis } from '../../../testing/services/own-redis.ts'
import { redisUrl } from '../../../testing/services/scale-services.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { connectToRedis } from '../redis-client.ts'
import { cacheSuite } from './cache.suite.ts'
import { refuseWhenUsedUp, takeFrom } from './rate-limit.ts'
import { createRedisCache } from './redis-cache.ts'

/** Shortens the time to live of every key, so that no test waits for minutes. */
async function age(prefix: string, seconds: number): Promise<void> {
  const client = createClient({ url: redisUrl() })
  await client.connect()
  for (const key of await client.keys(`${prefix}*`)) {
    const leftMs = (await client.pTTL(key)) - seconds * 1000
    await (leftMs > 0 ? client.pExpire(key, leftMs) : client.del(key))
  }
  client.destroy()
}

const openCache = async (prefix: string, url = redisUrl(), log = silentLog) => createRedisCache(await connectToRedis(url, log), log, prefix)

cacheSuite('Redis', async () => {
  const prefix = `${randomUUID()}:`
  return { cache: await openCache(prefix), pass: (seconds) => age(prefix, seconds) }
})

test('what one process counts and keeps, the others know', async () => {
  const prefix = `${randomUUID()}:`
  const [one, other] = [await openCache(prefix), await openCache(prefix)]
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
  await one.set('greeting', 'hello', 60)
  expect(await other.get('greeting')).toBe('hello')
  const limit = { key: 'sign-in', most: 3, perSeconds: 60 }
  for (const cache of [one, other, one]) await takeFrom(cache, [limit])
  await expect(takeFrom(other, [limit])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('without Redis nobody is refused, it is logged once, and the cache works again when Redis is back', async () => {
  const redis = await startOwnRedis()
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const cache = await openCache('unavailable:', redis.url, log)
  onTestFinished(() => cache.close())
  const limit = { key: 'sign-in', most: 1, perSeconds: 60 }
  await takeFrom(cache, [limit])
  await expect(refuseWhenUsedUp(cache, [limit])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })

  await redis.kill()
  for (let time = 0; time < 5; time += 1) await takeFrom(cache, [limit])
  await cache.set('greeting', 'hello', 60)
  expect(await cache.get('greeting')).toBeUndefined()
  await expect(cache.check()).rejects.toThrow()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('rate limits are suspended')

  await redis.start()
  await vi.waitFor(() => cache.check(), { timeout: 20_000, interval: 100 })
  await takeFrom(cache, [limit])
  await expect(takeFrom(cache, [limit])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('a Redis that hangs holds nobody up for long', async () => {
  const redis = await startOwnRedis()
  const cache = await openCache('hangs:', redis.url)
  onTestFinished(() => cache.close())
  redis.freeze()
  const tries = { key: 'tries', most: 100, perSeconds: 60 }
  expect(await cache.count([tries], 'each')).toMatchObject([{ count: 0 }])
  redis.thaw()
  await vi.waitFor(async () => expect((await cache.count([tries], 'each'))[0]?.count).toBeGreaterThan(0), { timeout: 30_000 })
})

test('an address where no Redis answers is reported at the start', async () => {
  const redis = await startOwnRedis()
  await redis.kill()
  await expect(connectToRedis(redis.url, silentLog)).rejects.toThrow(/^REDIS_URL does not lead to a Redis/)
})
