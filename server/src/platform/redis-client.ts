import type { Logger } from 'pino'
import { createClient, type RedisClientType } from 'redis'
import { ConfigProblem } from '../config.ts'

export type RedisClient = RedisClientType

const connectMs = 5000
const mostBetweenTriesMs = 2000

/**
 * A connection that comes back by itself for as long as it takes. While it is away a command is refused at once rather than kept
 * waiting: whoever asks has somebody at the other end. Only the first connection must succeed, so that a wrong address is
 * told at the start.
 */
export async function connectToRedis(url: string, log: Logger): Promise<RedisClient> {
  const client: RedisClient = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, mostBetweenTriesMs) },
    // Balancers cut connections that are silent for minutes.
    pingInterval: 30_000,
  })
  let isLost = false
  client.on('error', (error) => {
    if (!isLost && client.isOpen) log.warn({ err: error }, 'the connection to Redis was lost')
    isLost = true
  })
  client.on('ready', () => {
    if (isLost) log.info('the connection to Redis is back')
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
