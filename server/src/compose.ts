import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { FirstAdmin } from './accounts/first-admin.ts'
import { readGauges } from './admin/system/gauges.ts'
import { type Closing, createClosing } from './closing.ts'
import type { Config } from './config.ts'
import { createFeatures, type Features } from './create-features.ts'
import { createApp } from './http/app.ts'
import { createMediaServices } from './media-services.ts'
import { openPlatform, type Platform } from './open-platform.ts'
import { servedGauges } from './plays/reading/read-served.ts'
import { readSums } from './reencodes/cached-sums.ts'
import { reencodeGauges } from './reencodes/reencode-sums.ts'
import { startWorker } from './start-worker.ts'

export interface Product {
  app: FastifyInstance
  ffmpegVersion: string
  /** Undefined in a worker, which serves nobody. */
  firstAdmin: FirstAdmin | undefined
  /** Takes no more requests and work, finishes or hands back what runs, closes everything. */
  stop(): Promise<void>
}

/** How long open requests may go on at a stop. */
const drainMs = 4000

/**
 * The whole process, by its role. When a start fails, everything that was opened is closed again. `tickMs` is how often background work
 * is looked for, if not as often as usual.
 */
export async function compose(config: Config, log: Logger, webFolder: string, tickMs?: number): Promise<Product> {
  const closing = createClosing()
  try {
    const platform = await openPlatform(config, log, closing)
    const media = createMediaServices(platform, config, log, closing)
    const features = config.role === 'worker' ? undefined : await createFeatures({ platform, media, config, log, closing })
    if (config.role !== 'api') await startWorker(platform, media, config, log, closing, tickMs)
    const app = await openApp(platform, features, config, log, webFolder, closing)
    return { app, ffmpegVersion: platform.mediaTools.version, firstAdmin: features?.firstAdmin, stop: closing.closeAll }
  } catch (error) {
    await closing.closeAll().catch((reason) => log.warn({ err: reason }, 'closing after a failed start failed'))
    throw error
  }
}

async function openApp(
  { database, files, queue, cache }: Platform,
  features: Features | undefined,
  config: Config,
  log: Logger,
  webFolder: string,
  closing: Closing,
): Promise<FastifyInstance> {
  let isStopping = false
  // People can be served without Redis, so a load balancer keeps a process that has lost it.
  const needsQueue = config.redis.kind === 'in-process' || config.role === 'worker'
  const app = await createApp({
    config,
    log,
    checks: { database: database.check, storage: files.storage.check, ...(needsQueue && { queue: queue.check }) },
    isStopping: () => isStopping,
    readGauges: async () => [
      ...(await readGauges(database.db)),
      ...reencodeGauges(await readSums({ db: database.db, cache })),
      ...(await servedGauges(database.db)),
    ],
    site: features && { ...features.site, webFolder },
  })
  closing.add('work', async () => {
    isStopping = true
    const cutOff = setTimeout(() => app.server.closeAllConnections(), drainMs)
    try {
      await app.close()
      await features?.settle()
    } finally {
      clearTimeout(cutOff)
    }
  })
  return app
}
