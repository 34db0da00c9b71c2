import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/scale/postgres.mjs'
import { freePort } from '../../server/testing/free-port.ts'

/** A PostgreSQL of a site's own, to be stopped and started again on the same port with the same data. */
export async function openOwnPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'vf-database-'))
  // The server runs as another user and must get to its own folder in here.
  await chmod(folder, 0o711)
  const port = await freePort()
  const start = async () => {
    const { service, ready } = await startPostgres(folder, port)
    return { service, url: await ready }
  }
  let running = await start()
  return {
    url: running.url,
    stop: () => running.service.stop(),
    async start() {
      running = await start()
    },
    async close() {
      await running.service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
