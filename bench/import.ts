import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createForge, type Forge } from '@video-forge/client'
import { Client } from 'pg'
import { adminPassword, signIn } from '../e2e/harness/api-calls.ts'
import { type ProductProcess, startProcess } from '../e2e/harness/product-process.ts'
import { clipFile, smallClip } from '../server/testing/media/clips.ts'
import { memoryOfTree } from './harness/processes.ts'
import { printTable } from './harness/table.ts'

/** Resident megabytes above idle that an import may take. */
const maxMegabytes = 100

/** An import of many clips of two seconds from a server on this machine, with kill -9 of the whole process group in the middle. */
export async function run([number = '10000']: readonly string[] = []): Promise<void> {
  const count = Number(number)
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const clip = await clipFile('clip.mp4', smallClip)
  const server = createServer((_request, response) => response.writeHead(200, { 'content-length': clip.length }).end(clip))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const dataDir = join(folder, 'data')

  let product = await start(dataDir)
  await wait(5000)
  const idle = memoryOf(product)
  let peak = 0
  const list = Array.from({ length: count }, (_, index) => `${origin}/${index}.mp4`).join('\n')
  let forge = await connect(product)
  const begin = performance.now()
  const { import: started } = await forge.call('POST /imports', { body: { kind: 'urls', list, formats: ['480p'] } })
  const follow = async (until: (counts: { done: number }, hasEnded: boolean) => boolean): Promise<void> => {
    for (;;) {
      peak = Math.max(peak, memoryOf(product))
      const { task } = await forge.call('GET /tasks/{id}', { params: { id: started.id } })
      if (until(task.counts, task.endedAt !== null)) return
      await wait(500)
    }
  }
  await follow(({ done }) => done >= count / 2)
  process.kill(-(product.child.pid ?? 0), 'SIGKILL')
  await product.stop()
  product = await start(dataDir)
  forge = await connect(product)
  await follow((_counts, hasEnded) => hasEnded)
  const seconds = (performance.now() - begin) / 1000

  const { task } = await forge.call('GET /tasks/{id}', { params: { id: started.id } })
  const videos = await readCount(dataDir)
  await product.stop()
  server.close()
  await rm(folder, { recursive: true, force: true })
  const above = peak - idle
  printTable(`Import of ${count.toLocaleString('en')} clips of two seconds, killed in the middle`, [
    { what: 'imported', measured: String(task.counts.done), target: String(count), ok: task.counts.done === count },
    { what: 'videos in the database', measured: String(videos), target: String(count), ok: videos === count },
    { what: 'memory of the server, idle', measured: `${Math.round(idle)} MB` },
    { what: 'above idle, at most', measured: `${Math.round(above)} MB`, target: `${maxMegabytes} MB`, ok: above < maxMegabytes },
    { what: 'time', measured: `${seconds.toFixed(0)} s, ${(count / seconds).toFixed(1)} a second` },
  ])
}

const start = (dataDir: string): Promise<ProductProcess> => {
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: adminPassword,
    ALLOW_PRIVATE_SOURCES: 'true',
    MAX_CONCURRENT_JOBS: '1',
    CAPTIONS: 'off',
  }
  return startProcess(environment, { ownGroup: true })
}

/** With an API key, because a session ends before a large import does. */
async function connect(product: ProductProcess): Promise<Forge> {
  const signedIn = createForge({ url: product.url, token: await signIn(product) })
  const { secret } = await signedIn.call('POST /account/keys', { body: { name: 'Import', scopes: ['read', 'upload'] } })
  return createForge({ url: product.url, token: secret })
}

/** Of the server itself: its database and ffmpeg are processes of their own. */
const memoryOf = (product: ProductProcess): number =>
  memoryOfTree(product.child.pid ?? 0).find(({ pid }) => pid === product.child.pid)?.rss ?? 0

async function readCount(dataDir: string): Promise<number> {
  const client = new Client({ host: join(dataDir, 'run'), user: 'forge', database: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: string }>('select count(*) from videos')
    return Number(rows[0]?.count)
  } finally {
    await client.end()
  }
}
