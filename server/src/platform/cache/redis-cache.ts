import type { Logger } from 'pino'
import type { RedisClient } from '../redis-client.ts'
import type { Cache } from './cache.ts'

/** The window opens with the first event; later ones leave its end where it is. Both in one step, whoever else counts. */
const countScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 and redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`

const lookScript = `return {tonumber(redis.call('GET', KEYS[1]) or 0), redis.call('PTTL', KEYS[1])}`

const uncountScript = `
if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then redis.call('DECR', KEYS[1]) end
return 0`

/** Somebody waits behind each question; a server that hangs counts as away. */
const mostMs = 1000

/**
 * Shared by all processes. Nothing here is worth an outage: while Redis is away nothing is kept, and nobody is refused, because
 * locking everybody out of sign-in would be worse than a limit that sleeps for a while. It is said once per outage.
 */
export function createRedisCache(client: RedisClient, log: Logger, prefix = 'vf:'): Cache {
  let isAway = false

  const ask = async <Answer>(question: () => Promise<Answer>, otherwise: Answer): Promise<Answer> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('Redis took too long to answer.')), mostMs)
    })
    try {
      const answer = await Promise.race([question(), late])
      isAway = false
      return answer
    } catch (error) {
      if (!isAway) log.error({ err: error }, 'Redis does not answer: nothing is cached and rate limits do not hold until it is back')
      isAway = true
      return otherwise
    } finally {
      clearTimeout(timer)
    }
  }

  const run = (script: string, key: string, ...values: number[]) =>
    client.eval(script, { keys: [prefix + key], arguments: values.map(String) })

  return {
    get: (key) => ask(async () => (await client.get(prefix + key)) ?? undefined, undefined),
    set: (key, value, ttlSeconds) =>
      ask(async () => void (await client.set(prefix + key, value, { expiration: { type: 'PX', value: ttlSeconds * 1000 } })), undefined),
    delete: (key) => ask(async () => void (await client.del(prefix + key)), undefined),
    async count(key, windowSeconds, by = 1) {
      const fresh = { count: 0, resetInSeconds: windowSeconds }
      return ask(async () => {
        const answer = await (by === 0 ? run(lookScript, key) : run(countScript, key, windowSeconds * 1000))
        const [count, leftMs] = Array.isArray(answer) ? answer.map(Number) : []
        if (count === undefined || leftMs === undefined || leftMs < 0) return fresh
        return { count, resetInSeconds: Math.max(1, Math.ceil(leftMs / 1000)) }
      }, fresh)
    },
    uncount: (key) => ask(async () => void (await run(uncountScript, key)), undefined),
    async check() {
      await client.ping()
    },
    async close() {
      client.destroy()
    },
  }
}
