import { createRedisBackend, withBackend } from 'bullmq'
import type { Logger } from 'pino'
import type { RedisClient } from '../redis-client.ts'
import { openBullQueue } from './bull-queue.ts'
import type { Queue } from './queue.ts'

/**
 * The queue on Redis. While Redis is unavailable an add is rejected at once, and the reconciler adds the id later; a worker waits until Redis
 * is back. The caller closes the client.
 */
export function openRedisQueue(name: string, client: RedisClient, log: Logger): Queue {
  const patient = client.duplicate({ disableOfflineQueue: false })
  // The queue removes its listeners when it closes, and an error without a listener ends the process.
  patient.on('error', () => {})
  // Without a prefix the id 'active' would be the key of a list of BullMQ.
  const server = { connection: client, workerConnection: patient, idPrefix: 'job-' }
  const queue = openBullQueue(name, withBackend(createRedisBackend), server, log)
  return {
    ...queue,
    async close() {
      await queue.close()
      if (patient.isOpen) patient.destroy()
    },
  }
}
