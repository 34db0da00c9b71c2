import { createRedisBackend, withBackend } from 'bullmq'
import type { Logger } from 'pino'
import type { RedisClient } from '../redis-client.ts'
import { openBullQueue } from './bull-queue.ts'
import type { Queue } from './queue.ts'

/**
 * The queue on Redis. Whoever adds is told at once that Redis is away, and the reconciler adds later; a worker instead keeps what it
 * has to say until Redis is back. The client that was handed in stays the caller's to close.
 */
export function openRedisQueue(name: string, client: RedisClient, log: Logger): Queue {
  const patient = client.duplicate({ disableOfflineQueue: false })
  // The queue's own listeners go when it closes, and an error nobody listens to ends the process.
  patient.on('error', () => {})
  // Without a prefix the id 'active' would name the list of what is worked on.
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
