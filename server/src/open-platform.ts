import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Cache } from './platform/cache/cache.ts'
import { createMemoryCache } from './platform/cache/memory-cache.ts'
import type { PostgresConnection } from './platform/database/connection.ts'
import { openPostgresQueue } from './platform/queue/postgres-queue.ts'
import type { Queue } from './platform/queue/queue.ts'
import { type LocalStorage, openLocalStorage } from './platform/storage/local-storage.ts'
import { openLocalResumableStore, type ResumableStore } from './platform/storage/resumable-store.ts'
import type { Storage } from './platform/storage/storage.ts'

/** Which adapter stands behind each port. The libraries of those that are not chosen are never loaded. */

export interface OpenedStorage {
  storage: Storage
  resumable: ResumableStore
  /** What people see as the place of their files. */
  name: string
  /** The storage whose links this process answers itself; undefined when they lead elsewhere. */
  answered: LocalStorage | undefined
  /** Where links lead, when that is not here. */
  linkOrigins: readonly string[]
  close(): void
}

export async function openStorage(config: Config, linkBase: string, secret: string, log: Logger): Promise<OpenedStorage> {
  const { storage: choice, dataDir } = config
  if (choice.kind === 'local') {
    const storage = await openLocalStorage({ folder: join(dataDir, 'storage'), linkBase, secret })
    const resumable = openLocalResumableStore(join(dataDir, 'storage', 'resumable'), storage)
    return { storage, resumable, name: 'local storage', answered: storage, linkOrigins: [], close: () => {} }
  }
  const { connectToS3, signerFor } = await import('./platform/storage/s3-client.ts')
  const { openS3Storage } = await import('./platform/storage/s3-storage.ts')
  const { openS3ResumableStore } = await import('./platform/storage/s3-resumable-store.ts')
  const { allowOurPages, checkBucket } = await import('./platform/storage/s3-doctor.ts')
  const client = connectToS3(choice)
  try {
    await checkBucket(client, choice)
    const problem = config.role === 'worker' ? undefined : await allowOurPages(client, choice.bucket, config.publicUrl)
    if (problem) log.warn(problem)
    const storage = openS3Storage(client, choice.bucket, signerFor(choice))
    const origin = new URL(await storage.linkToRead('any', { expiresInSeconds: 60 })).origin
    return {
      storage,
      resumable: openS3ResumableStore(client, choice, storage),
      name: choice.bucket,
      answered: undefined,
      linkOrigins: [origin],
      close: () => client.destroy(),
    }
  } catch (error) {
    client.destroy()
    throw error
  }
}

export interface OpenedShared {
  queue: Queue
  cache: Cache
  close(): Promise<void>
}

/** The queue and the cache: both on Redis when there is one. */
export async function openShared({ redis }: Config, connection: PostgresConnection, log: Logger): Promise<OpenedShared> {
  if (redis.kind === 'in-process') {
    const [queue, cache] = [openPostgresQueue('jobs', connection, log), createMemoryCache()]
    return { queue, cache, close: async () => void (await Promise.all([queue.close(), cache.close()])) }
  }
  const { connectToRedis } = await import('./platform/redis-client.ts')
  const { openRedisQueue } = await import('./platform/queue/redis-queue.ts')
  const { createRedisCache } = await import('./platform/cache/redis-cache.ts')
  const client = await connectToRedis(redis.url, log)
  const [queue, cache] = [openRedisQueue('jobs', client, log), createRedisCache(client, log)]
  return {
    queue,
    cache,
    // One connection carries both, so the cache, which closes it, goes last.
    async close() {
      await queue.close()
      await cache.close()
    },
  }
}
