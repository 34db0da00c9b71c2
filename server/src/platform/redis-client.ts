import type { Logger } from 'pino'
import { createClient, type RedisClientType } from 'redis'
import { ConfigProblem } from '../config.ts'

export type RedisClient = RedisClientType

const connectMs = 5000
const maxReconnectMs = 2000

/**
 * A connection that reconnects by itself, for as long as it takes. While it is lost a command is rejected at once, because a request waits
 * for it. Only the first connection must succeed, so that a wrong address is reported at the start.
 */
export async function connectToRedis(url: string, log: Logger): Promise<RedisClient> {
  const client: RedisClient = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, maxReconnectMs) },
    // Load balancers close connections that are idle for minutes.
    pingInterval: 30_000,
  })
  let isLost = false
  client.on('error', (error) => {
    if (!isLost && client.isOpen) log.warn({ err: error }, 'Redis connection lost')
    isLost = true
  })
  client.on('ready', () => {
    if (isLost) log.info('Redis connection restored')
    isLost = false
  })
  const late = AbortSignal.timeout(connectMs)
  const refused = new Promise<never>((_resolve, reject) => {
    client.once('error', reject)
    late.addEventListener('abort', () => reject(new Error(`no answer within ${connectMs / 1000} s`)))
  })
  await Promise.race([client.connect(), refused]).catch((error: unknown) => {
    client.destroy()
    throw new ConfigProblem(
      'REDIS_URL',
      `does not lead to a Redis that takes us: ${error instanceof Error ? error.message || error.name : error}`,
    )
  })
  return client
}
