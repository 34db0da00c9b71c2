import { randomUUID } from 'node:crypto'
import { createClient } from 'redis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startOwnRedis } from '../../../testing/services/own-redis.ts'
import { redisUrl } from '../../../testing/services/scale-services.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { connectToRedis } from '../redis-client.ts'
import { queueSuite } from './queue.suite.ts'
import { openRedisQueue } from './redis-queue.ts'

async function openNamed(name: string, url = redisUrl()) {
  const client = await connectToRedis(url, silentLog)
  const queue = openRedisQueue(name, client, silentLog)
  return {
    ...queue,
    close: async () => {
      await queue.close()
      client.destroy()
    },
  }
}

queueSuite('the queue on Redis', async () => {
  const name = randomUUID()
  return {
    address: [redisUrl(), name],
    open: () => openNamed(name),
    cut: async () => {
      const admin = createClient({ url: redisUrl() })
      await admin.connect()
      const killed = await admin.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])
      admin.destroy()
      return Number(killed)
    },
  }
})

test('without Redis an add is refused at once, and the worker takes work again when Redis is back, empty', async () => {
  const redis = await startOwnRedis()
  const queue = await openNamed('jobs', redis.url)
  const done: string[] = []
  const worker = await queue.work(async (id) => void done.push(id), { concurrency: 1 })
  onTestFinished(async () => {
    await worker.close(0)
    await queue.close()
  })
  await queue.add('before')
  await vi.waitFor(() => expect(done).toEqual(['before']))
  await redis.kill()
  await expect(queue.add('meanwhile')).rejects.toThrow()
  await expect(queue.check()).rejects.toThrow()
  await redis.start()
  await vi.waitFor(() => queue.add('after'), { timeout: 20_000, interval: 100 })
  await vi.waitFor(() => expect(done).toEqual(['before', 'after']), { timeout: 40_000, interval: 100 })
})
