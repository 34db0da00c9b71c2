import { findFfmpeg } from '@video-forge/media/run/ffmpeg/find-ffmpeg'
import { type MediaTools, openMediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import type { Logger } from 'pino'
import { keepAuthSecret } from './auth-secret.ts'
import type { Closing } from './closing.ts'
import type { Config } from './config.ts'
import { type DataFolders, dataFolders } from './data-folders.ts'
import { linkPath } from './http/files/storage-links.ts'
import type { Cache } from './platform/cache/cache.ts'
import { createMemoryCache } from './platform/cache/memory-cache.ts'
import type { PostgresConnection } from './platform/database/connection.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import type { Mail } from './platform/mail/mail.ts'
import { openPostgresQueue } from './platform/queue/postgres-queue.ts'
import type { Queue } from './platform/queue/queue.ts'
import { sweepScratch } from './platform/scratch/sweep-scratch.ts'
import { type LocalStorage, openLocalStorage } from './platform/storage/local-storage.ts'
import { openLocalResumableStore, type ResumableStore } from './platform/storage/resumable-store.ts'
import type { Storage } from './platform/storage/storage.ts'
import { closeDataFolder } from './private-files.ts'

/** Chooses the adapter behind each port. The libraries of the others are never loaded. */

export interface Platform {
  secret: string
  folders: DataFolders
  database: Database
  mediaTools: MediaTools
  files: OpenedStorage
  queue: Queue
  cache: Cache
  /** For limits of viewers. In this process it is apart, because its many counters would push those of sign-ins out. */
  viewerCache: Cache
}

/** What every process needs, whatever its role. */
export async function openPlatform(config: Config, log: Logger, closing: Closing): Promise<Platform> {
  closeDataFolder(config, log)
  const secret = config.authSecret ?? keepAuthSecret(config.dataDir)
  const [opened, mediaTools] = await Promise.allSettled([openDatabase(config, log), openFfmpeg(config)])
  if (opened.status === 'rejected') throw opened.reason
  const database = opened.value
  closing.add('database', database.close)
  if (mediaTools.status === 'rejected') throw mediaTools.reason
  const files = await openStorage(config, linkPath, secret, log)
  closing.add('connections', files.close)
  const { queue, cache, viewerCache, close } = await openShared(config, database.connection, log)
  closing.add('connections', close)
  const folders = dataFolders(config.dataDir)
  await sweepScratch(folders.scratch)
  return { secret, folders, database, mediaTools: mediaTools.value, files, queue, cache, viewerCache }
}

const openFfmpeg = async ({ ffmpegPath: ffmpeg, ffprobePath: ffprobe }: Config) => openMediaTools(await findFfmpeg({ ffmpeg, ffprobe }))

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
  const { storage: choice } = config
  if (choice.kind === 'local') {
    const folders = dataFolders(config.dataDir)
    const storage = await openLocalStorage({ folder: folders.storage, linkBase, secret })
    const resumable = openLocalResumableStore(folders.resumable, storage)
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

interface OpenedShared {
  queue: Queue
  cache: Cache
  viewerCache: Cache
  close(): Promise<void>
}

/** The queue and the cache: both on Redis when there is one. */
async function openShared({ redis }: Config, connection: PostgresConnection, log: Logger): Promise<OpenedShared> {
  if (redis.kind === 'in-process') {
    const queue = openPostgresQueue('jobs', connection, log)
    const [cache, viewerCache] = [createMemoryCache(), createMemoryCache()]
    const close = async () => void (await Promise.all([queue.close(), cache.close(), viewerCache.close()]))
    return { queue, cache, viewerCache, close }
  }
  const { connectToRedis } = await import('./platform/redis-client.ts')
  const { openRedisQueue } = await import('./platform/queue/redis-queue.ts')
  const { createRedisCache } = await import('./platform/cache/redis-cache.ts')
  const client = await connectToRedis(redis.url, log)
  const [queue, cache] = [openRedisQueue('jobs', client, log), createRedisCache(client, log)]
  return {
    queue,
    cache,
    viewerCache: cache,
    // One connection carries both, so the cache, which closes it, goes last.
    async close() {
      await queue.close()
      await cache.close()
    },
  }
}

/** The mail library is large, so only the chosen half is loaded. */
export async function openMail({ mail, dataDir }: Config): Promise<Mail> {
  if (mail.kind === 'smtp') {
    const { createSmtpMail } = await import('./platform/mail/smtp-mail.ts')
    return createSmtpMail(mail)
  }
  const { createTerminalMail } = await import('./platform/mail/terminal-mail.ts')
  return createTerminalMail({ folder: dataFolders(dataDir).mail, from: mail.from, print: (text) => console.log(text) })
}
