import { findFfmpeg } from '@video-forge/media/run/ffmpeg/find-ffmpeg'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openStorage } from './open-platform.ts'

export interface Finding {
  part: string
  /** What is wrong and what to do; undefined when all is well. */
  problem: string | undefined
}

const oldestPostgres = 13
const oldestRedis = [6, 2] as const

/** Checks every service of the configuration, also when another one fails. */
export async function examine(config: Config, log: Logger): Promise<Finding[]> {
  const parts: [string, () => Promise<unknown>][] = [
    ['ffmpeg', () => findFfmpeg({ ffmpeg: config.ffmpegPath, ffprobe: config.ffprobePath })],
    ['database', () => examineDatabase(config)],
    ['Redis', () => examineRedis(config, log)],
    ['storage', async () => (await openStorage(config, '/storage', 'unused', log)).close()],
  ]
  return Promise.all(
    parts.map(async ([part, look]) => ({
      part,
      problem: await look().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message || error.name : String(error)),
      ),
    })),
  )
}

async function examineDatabase({ database }: Config): Promise<void> {
  if (database.kind === 'embedded') return
  const client = new Client({ connectionString: database.url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const version = rows[0]?.server_version ?? ''
    if (Number.parseInt(version, 10) < oldestPostgres) {
      throw new Error(`PostgreSQL ${version} is too old; version ${oldestPostgres} or newer is needed.`)
    }
  } catch (error) {
    throw new Error(`DATABASE_URL cannot be used: ${error instanceof Error ? error.message || error.name : error}`)
  } finally {
    await client.end().catch(() => {})
  }
}

async function examineRedis({ redis }: Config, log: Logger): Promise<void> {
  if (redis.kind === 'in-process') return
  const { connectToRedis } = await import('./platform/redis-client.ts')
  const client = await connectToRedis(redis.url, log)
  const version = /redis_version:(\S+)/.exec(await client.info('server'))?.[1] ?? ''
  client.destroy()
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < oldestRedis[0] || (major === oldestRedis[0] && minor < oldestRedis[1])) {
    throw new Error(`REDIS_URL leads to Redis ${version}; version ${oldestRedis.join('.')} or newer is needed.`)
  }
}
