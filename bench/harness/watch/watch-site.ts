import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { adminPassword } from '../../../e2e/harness/api-calls.ts'
import { type ProductProcess, startProcess } from '../../../e2e/harness/product-process.ts'
import { openS3Storage } from '../../../server/src/platform/storage/s3-storage.ts'
import type { Storage } from '../../../server/src/platform/storage/storage.ts'
import { freePort } from '../../../server/testing/free-port.ts'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl, redisUrl } from '../../../server/testing/services/scale-services.ts'

/** The product with nothing in it yet. */
export interface WatchSite {
  product: ProductProcess
  database: Client
  dataDir: string
  close(): Promise<void>
}

export interface SiteOptions {
  /** PostgreSQL, Redis and S3 instead of the embedded parts. */
  onServices: boolean
  /** The checkout to start, if not this one. */
  checkout?: string | undefined
}

export async function openWatchSite({ onServices, checkout }: SiteOptions): Promise<WatchSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const services = onServices ? await serviceEnvironment() : undefined
  const environment = { PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword, ALLOW_PRIVATE_SOURCES: 'true' }
  const product = await startProcess(
    { ...environment, MAX_UPLOAD_BYTES: String(4 * 1024 ** 3), ...services },
    checkout === undefined ? {} : { checkout },
  )
  const database = new Client(services?.DATABASE_URL ?? { host: join(dataDir, 'run'), user: 'forge', database: 'postgres' })
  database.on('error', () => {})
  await database.connect()
  return {
    product,
    database,
    dataDir,
    async close() {
      await database.end().catch(() => {})
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Ceph makes a pool for small objects and one for large ones when the first of them arrives, which takes two seconds each. */
async function useOnce(storage: Storage): Promise<void> {
  for (const [name, bytes] of Object.entries({ small: 1, large: 64 * 1024 ** 2 })) {
    await storage.put(name, Readable.from([Buffer.alloc(bytes)]))
    await storage.delete(name)
  }
}

let sites = 0

/** A bucket, a database and a database of Redis for one site alone. */
async function serviceEnvironment() {
  const { client, config } = await createBucket()
  await useOnce(openS3Storage(client, config.bucket))
  client.destroy()
  const port = String(await freePort())
  const redisDatabase = sites % 16
  sites += 1
  return {
    DATABASE_URL: await createScaleDatabaseUrl(),
    REDIS_URL: new URL(`/${redisDatabase}`, redisUrl()).href,
    ...bucketEnvironment(config),
    PORT: port,
    // The bucket must let in the pages of this address.
    PUBLIC_URL: `http://localhost:${port}`,
  }
}
