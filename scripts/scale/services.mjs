// The services of a site on many machines, all real and on this machine: PostgreSQL, Redis and an S3 server.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keys, startCeph } from './ceph.mjs'
import { startPostgres } from './postgres.mjs'
import { startRedis } from './redis.mjs'
import { freePorts } from './run-service.mjs'

export const neededPrograms = [
  { command: 'pg_ctlcluster', package: 'postgresql', purpose: 'the database' },
  { command: 'redis-server', package: 'redis-server', purpose: 'cache and queue' },
  { command: 'ceph-mon', package: 'ceph-mon', purpose: 'the S3 server' },
  { command: 'ceph-osd', package: 'ceph-osd', purpose: 'the S3 server' },
  { command: 'ceph', package: 'ceph-common', purpose: 'the S3 server' },
  { command: 'radosgw', package: 'radosgw', purpose: 'the S3 server' },
  { command: 'nginx', package: 'nginx-light', purpose: 'stands in front' },
  { command: 'openssl', package: 'openssl', purpose: "makes nginx's certificate" },
]

/** Starts all services; resolves with the environment for the product and a function that stops them. */
export async function startServices() {
  const folder = mkdtempSync(join(tmpdir(), 'vf-scale-'))
  // PostgreSQL runs as another user and needs access to its folder in here.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  /** @type {{ stop: () => Promise<void> }[]} */
  const started = []
  const stop = async () => void (await Promise.all(started.map((service) => service.stop())))
  try {
    const [postgresPort = 0, redisPort = 0, s3Port = 0, monitorPort = 0] = await freePorts(4)
    const redis = startRedis(folder, redisPort)
    started.push(redis.service)
    const postgres = await startPostgres(folder, postgresPort)
    started.push(postgres.service)
    const endpoint = await startCeph(folder, s3Port, monitorPort, (service) => started.push(service))
    const environment = {
      SCALE_DATABASE_URL: await postgres.ready,
      SCALE_REDIS_URL: await redis.ready,
      SCALE_S3_ENDPOINT: endpoint,
      SCALE_S3_ACCESS_KEY_ID: keys.accessKeyId,
      SCALE_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    }
    return { environment, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
