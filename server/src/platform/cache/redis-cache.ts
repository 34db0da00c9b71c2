import type { Logger } from 'pino'
import type { RedisClient } from '../redis-client.ts'
import type { Cache } from './cache.ts'

/**
 * Checks all counters and then counts, atomically. A refused event writes nothing, so the limits also bound the number of keys.
 */
const countScript = `
local mode = ARGV[1]
local answer, isRefused = {}, mode == 'look'
for i, key in ipairs(KEYS) do
  local count = tonumber(redis.call('GET', key) or 0)
  if mode == 'all-or-none' and count >= tonumber(ARGV[2 * i]) then isRefused = true end
  answer[2 * i - 1], answer[2 * i] = count, redis.call('PTTL', key)
end
if isRefused then return answer end
for i, key in ipairs(KEYS) do
  if answer[2 * i - 1] < tonumber(ARGV[2 * i]) and redis.call('INCR', key) == 1 then
    redis.call('PEXPIRE', key, ARGV[2 * i + 1])
  end
end
return answer`

const uncountScript = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) > 1 then redis.call('DECR', key) else redis.call('DEL', key) end
end
return 0`

/** A request waits for each command; a server that hangs counts as unavailable. */
const timeoutMs = 1000

/**
 * Shared by all processes. While Redis is unavailable nothing is cached and nothing is refused: locking everybody out of sign-in would be
 * worse than a limit that does not hold for a while. Each outage is logged once.
 */
export function createRedisCache(client: RedisClient, log: Logger, prefix = 'vf:'): Cache {
  let isUnavailable = false

  const ask = async <Answer>(question: () => Promise<Answer>, otherwise: Answer): Promise<Answer> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('Redis took too long to answer.')), timeoutMs)
    })
    try {
      const answer = await Promise.race([question(), late])
      isUnavailable = false
      return answer
    } catch (error) {
      if (!isUnavailable) log.error({ err: error }, 'Redis is unavailable, caching and rate limits are suspended')
      isUnavailable = true
      return otherwise
    } finally {
      clearTimeout(timer)
    }
  }

  const run = (script: string, keys: readonly string[], values: readonly (string | number)[] = []) =>
    client.eval(script, { keys: keys.map((key) => prefix + key), arguments: values.map(String) })

  return {
    get: (key) => ask(async () => (await client.get(prefix + key)) ?? undefined, undefined),
    set: (key, value, ttlSeconds) =>
      ask(async () => void (await client.set(prefix + key, value, { expiration: { type: 'PX', value: ttlSeconds * 1000 } })), undefined),
    delete: (key) => ask(async () => void (await client.del(prefix + key)), undefined),
    count(counters, mode) {
      if (counters.length === 0) return Promise.resolve([])
      const settings = counters.flatMap(({ most, perSeconds }) => [most, perSeconds * 1000])
      const keys = counters.map(({ key }) => key)
      return ask(
        async () => {
          const answer = await run(countScript, keys, [mode, ...settings])
          const numbers = Array.isArray(answer) ? answer.map(Number) : []
          return counters.map(({ perSeconds }, index) => {
            const [count = 0, leftMs = -1] = numbers.slice(2 * index)
            return { count, resetInSeconds: leftMs < 0 ? perSeconds : Math.max(1, Math.ceil(leftMs / 1000)) }
          })
        },
        counters.map(({ perSeconds }) => ({ count: 0, resetInSeconds: perSeconds })),
      )
    },
    uncount: (keys) => ask(async () => void (keys.length > 0 && (await run(uncountScript, keys))), undefined),
    async check() {
      await client.ping()
    },
    async close() {
      client.destroy()
    },
  }
}
