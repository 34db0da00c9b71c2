import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openS3Storage } from '../../server/src/platform/storage/s3-storage.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { openOwnRedis } from '../../server/testing/services/own-redis.ts'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl } from '../../server/testing/services/scale-services.ts'
import { openRecords, type SiteRecords } from '../../server/testing/site-records.ts'
import { adminPassword } from '../harness/api-calls.ts'
import { type ProductProcess, startProcess } from '../harness/product-process.ts'
import type { Clip } from './clips.ts'
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts'
import { openOwnPostgres } from './own-postgres.ts'

/** What the product has promised to somebody, and how it may end. */
interface Promised {
  id: string
  clip: Clip
  mayEnd: readonly string[]
  /** How often somebody asked for it again; each earlier try has an end of its own. */
  retries: number
}

/** The files of a site as they are, seen past the product. */
interface ObjectStore {
  list(): Promise<{ key: string; size: number }[]>
  /** A copy, or the file itself, on this machine. */
  fetch(key: string): Promise<string>
}

/** The built product as real processes on real services, and what a fault must not take from it. */
export interface Site {
  records: SiteRecords
  objects: ObjectStore
  promised: Promised[]
  /** What was probed to the last frame already. */
  probed: Set<string>
  /** A process with a folder of its own, unless the folder is what the processes share. */
  start(name: string, change?: Record<string, string>): Promise<ProductProcess>
  folderOf(name: string): string
  close(): Promise<void>
}

type Redis = Awaited<ReturnType<typeof openOwnRedis>>
type Postgres = Awaited<ReturnType<typeof openOwnPostgres>>

export interface ScaleSite extends Site {
  s3: FaultyProxy
  redis: Redis
  /** Only for a site that was opened with one. */
  postgres: Postgres | undefined
}

const shared = {
  PORT: '0',
  AUTH_SECRET: 'one secret for all of these processes',
  ADMIN_PASSWORD: adminPassword,
  ALLOW_PRIVATE_SOURCES: 'true',
}

function openProcesses(environment: Record<string, string>, folderOf: (name: string) => string) {
  const processes: ProductProcess[] = []
  return {
    async start(name: string, change: Record<string, string> = {}) {
      const product = await startProcess({ ...shared, ...environment, DATA_DIR: folderOf(name), ...change })
      processes.push(product)
      return product
    },
    // Frozen ones would sleep through a request to end.
    stop: () => Promise.all(processes.map((product) => product.stop('SIGKILL'))),
  }
}

/** PostgreSQL, Redis and S3, with a faulty way to S3; `ownDatabase` for faults that would hit other sites too. */
export async function openScaleSite({ ownDatabase = false } = {}): Promise<ScaleSite> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-faults-'))
  const { client, config } = await createBucket()
  const storage = openS3Storage(client, config.bucket)
  const s3 = await openFaultyProxy(config.endpoint ?? '')
  const redis = await openOwnRedis()
  const postgres = ownDatabase ? await openOwnPostgres() : undefined
  const databaseUrl = postgres?.url ?? (await createScaleDatabaseUrl())
  const records = openRecords({ connectionString: databaseUrl })
  const folderOf = (name: string) => join(folder, name)
  const processes = openProcesses(
    {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      ...bucketEnvironment({ ...config, endpoint: s3.url }),
      PUBLIC_URL: 'http://video.example.test',
    },
    folderOf,
  )
  let copies = 0
  return {
    s3,
    redis,
    postgres,
    records,
    promised: [],
    probed: new Set(),
    start: processes.start,
    folderOf,
    objects: {
      async list() {
        const files: { key: string; size: number }[] = []
        for await (const { key, size } of storage.list('')) files.push({ key, size })
        return files
      },
      async fetch(key) {
        const object = await storage.get(key)
        if (!object) throw new Error(`${key} is not in the bucket`)
        copies += 1
        const path = join(folder, `copy-${copies}`)
        await pipeline(object.stream, createWriteStream(path))
        return path
      },
    },
    async close() {
      await processes.stop()
      await Promise.all([records.close(), s3.close(), redis.kill()])
      await postgres?.close()
      client.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same, whose pages can be opened at the address of its only API process. */
export async function openWatchableSite() {
  const site = await openScaleSite()
  const port = String(await freePort())
  const address = { PORT: port, PUBLIC_URL: `http://localhost:${port}` }
  return { ...site, start: (name: string, change = {}) => site.start(name, name === 'api' ? { ...address, ...change } : change) }
}

/** The embedded default: all processes share one folder and the database in it, which the first one starts. */
export async function openEmbeddedSite(): Promise<Site & { databasePid(): Promise<number>; connect(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-faults-'))
  const objects = join(folder, 'storage', 'objects')
  const processes = openProcesses({}, () => folder)
  const postmaster = async () => (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  let records: SiteRecords | undefined
  return {
    get records() {
      if (!records) throw new Error('nothing was started yet')
      return records
    },
    promised: [],
    probed: new Set(),
    start: processes.start,
    folderOf: () => folder,
    async connect() {
      records = openRecords({ host: (await postmaster())[4] ?? '', user: 'forge', database: 'postgres' })
    },
    databasePid: async () => Number((await postmaster())[0]),
    objects: {
      async list() {
        const entries = await readdir(objects, { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
        return Promise.all(files.map(async (path) => ({ key: relative(objects, path), size: (await stat(path)).size })))
      },
      fetch: async (key) => join(objects, key),
    },
    async close() {
      await records?.close()
      await processes.stop()
      const pid = await postmaster().catch(() => [])
      // The server outlives processes that were killed.
      if (pid[0]) process.kill(Number(pid[0]), 'SIGINT')
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
