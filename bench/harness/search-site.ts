import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { type ProductProcess, startProcess } from '../../e2e/harness/product-process.ts'
import { treeCpuSeconds } from './child-cpu.ts'
import { cpuSeconds } from './cpu.ts'
import { seedSearch } from './seed-search.ts'

const password = 'Correct-Horse-1'

/** A site with seeded videos, of which `headers` sign in the owner of some. */
export interface SearchSite {
  url: string
  client: Client
  count: number
  headers: Record<string, string>
  /** CPU seconds of the product and its database so far. */
  cpuSeconds(): number
  stop(): Promise<void>
}

/** Starts the product on the site in this folder, which is seeded if the folder is new. */
export async function openSearchSite(dataDir: string, count: number): Promise<SearchSite> {
  // Written last, so that a site whose seeding was interrupted is never measured.
  const seededFile = join(dataDir, 'seeded-videos')
  const isSeeded = existsSync(seededFile)
  if (!isSeeded && existsSync(join(dataDir, 'postgres')))
    throw new Error(`The seeding of ${dataDir} did not finish. Delete that folder, or choose another.`)
  const product = await startProcess({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password })
  const client = new Client({ host: join(dataDir, 'run'), user: 'forge', database: 'postgres' })
  await client.connect()
  if (!isSeeded) {
    const begin = performance.now()
    await seedSearch(client, count, await newOwner(product, client))
    console.log(`Seeded ${count} videos in ${((performance.now() - begin) / 60_000).toFixed(1)} minutes`)
    await writeFile(seededFile, String(count))
  }
  await readIntoMemory(join(dataDir, 'postgres', 'base'))
  const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  return {
    url: product.url,
    client,
    count: Number(await readFile(seededFile, 'utf8')),
    headers: { authorization: `Bearer ${await signIn(product)}` },
    cpuSeconds: () => cpuSeconds(product.child.pid) + treeCpuSeconds(postmaster),
    async stop() {
      await client.end()
      await product.stop()
    },
  }
}

/** A site that is used all day has its tables and indexes in memory; one that was just started would measure its disk. */
async function readIntoMemory(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    for await (const _bytes of createReadStream(join(entry.parentPath, entry.name), { highWaterMark: 1 << 20 }));
  }
}

const post = ({ url }: ProductProcess, path: string, body: object) =>
  fetch(`${url}/prod/api${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function newOwner(product: ProductProcess, client: Client): Promise<string> {
  await post(product, '/auth/register-with-group', { username: 'owner', email: 'owner@example.com', password })
  const { rows } = await client.query<{ id: string }>("update users set confirmed_at = now() where username = 'owner' returning id")
  return rows[0]?.id ?? ''
}

async function signIn(product: ProductProcess): Promise<string> {
  const { result } = (await (await post(product, '/auth/login', { username: 'owner', password })).json()) as {
    result: { tokens: { idToken: string } }
  }
  return result.tokens.idToken
}
